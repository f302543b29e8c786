package campaign

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashassay/assay/internal/candidate"
)

// settleImports takes down which archives the submitted code of the run is
// from. A run that is gone on with measures the same: what was imported since is
// left out, and code of another archive, or of none, is refused.
func (r *run) settleImports(chosen []*candidate.Implementation) ([]*candidate.Implementation, error) {
	here := map[string]string{}
	for _, im := range chosen {
		if im.Recipe != nil {
			here[im.Instance.Candidate.ID] = im.Instance.Candidate.Imported.SHA256
		}
	}
	if r.dir.fresh {
		if len(here) > 0 {
			r.campaign.Assay.Imports = here
		}
		return chosen, nil
	}
	recorded := r.campaign.Assay.Imports
	for _, id := range slices.Sorted(maps.Keys(recorded)) {
		switch is, ok := here[id]; {
		case !ok:
			return nil, fmt.Errorf("run %s measures submitted code of %s (archive with SHA-256 %.16s…), which is not imported here: import it (assay import %s ARCHIVE) or name its --store", r.dir.root, id, recorded[id], id)
		case is != recorded[id]:
			return nil, fmt.Errorf("run %s measures submitted code of %s from the archive with SHA-256 %.16s…, but that of %.16s… is imported: begin a new run with another --dir", r.dir.root, id, recorded[id], is)
		}
	}
	return slices.DeleteFunc(chosen, func(im *candidate.Implementation) bool {
		return im.Recipe != nil && recorded[im.Instance.Candidate.ID] == ""
	}), nil
}
