package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/jail"
)

type checkCmd struct {
	CPU  int  `name:"cpu" default:"-1"`
	JSON bool `name:"json"`
}

func (v *checkCmd) Run(c *console) error {
	if err := host.CanMeasure(); err != nil {
		return err
	}
	cpu, err := host.PickCPU(v.CPU)
	if err != nil {
		return err
	}
	problems := host.Check(cpu)
	isProblem := func(p host.Problem) bool { return !p.Info }
	if v.JSON {
		err = printJSON(c, struct {
			CPU         int              `json:"cpu"`
			Problems    []host.Problem   `json:"problems"`
			Environment host.Environment `json:"environment"`
			Jail        []jailRow        `json:"jail"`
		}{cpu, append([]host.Problem{}, problems...), host.Capture(cpu, compilerVersion(""), true), jailRows()})
	} else {
		printProblems(c, cpu, problems)
		printJail(c)
	}
	if err == nil && slices.ContainsFunc(problems, isProblem) {
		return exitCode(exitFailed)
	}
	return err
}

// jailRow is a part of the jail around foreign code.
type jailRow struct {
	Part jail.Part `json:"part"`
	Lack string    `json:"lack"` // why it is not there; "" if it is
}

func jailRows() []jailRow {
	var rows []jailRow
	for _, f := range jail.Features() {
		rows = append(rows, jailRow(f))
	}
	return rows
}

// printJail says what foreign code is kept in here. What lacks does no harm to figures, so it is no problem of the list above.
func printJail(c *console) {
	rows := jailRows()
	for _, r := range rows {
		if r.Lack != "" {
			fmt.Fprintf(c.stdout, "The jail for foreign code lacks %s: %s.\n", r.Part, r.Lack)
		}
	}
	if lacks := func(p jail.Part) bool {
		return slices.ContainsFunc(rows, func(r jailRow) bool { return r.Part == p && r.Lack != "" })
	}; lacks(jail.Namespaces) && lacks(jail.Seccomp) {
		fmt.Fprintln(c.stdout, "With neither namespaces nor seccomp, foreign code can end all processes of this user, assay itself without\na word (unless Landlock is there in version 6 or later).")
	}
	if !slices.ContainsFunc(rows, func(r jailRow) bool { return r.Lack != "" }) {
		fmt.Fprintln(c.stdout, "The jail for foreign code is complete: namespaces, landlock, seccomp, rlimits.")
	}
}

func printProblems(c *console, cpu int, problems []host.Problem) {
	number := 0
	for _, p := range problems {
		if p.Info {
			continue
		}
		number++
		fmt.Fprintf(c.stdout, "%d. %s: %s\n   %s\n", number, p.ID, p.Text, p.Why)
		if len(p.Mend) == 0 {
			fmt.Fprintln(c.stdout, "   Cannot be mended on this machine.")
			continue
		}
		fmt.Fprintf(c.stdout, "   To mend it:\n     %s\n", strings.Join(p.Mend, "\n     "))
	}
	for _, p := range problems {
		if p.Info {
			fmt.Fprintf(c.stdout, "Note, %s: %s\n   %s\n", p.ID, p.Text, p.Why)
		}
	}
	if number == 0 {
		fmt.Fprintf(c.stdout, "CPU %d is fit for measuring.\n", cpu)
		return
	}
	fmt.Fprintf(c.stdout, "CPU %d is not fit for measuring: see the list above. assay run measures all the same and says so\non every page; --strict refuses.\n", cpu)
}
