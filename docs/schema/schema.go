// Package schema holds the JSON Schemas (draft 2020-12) of the files that a run
// writes and that published datasets consist of, and of the output of assay
// export. Each describes every key with its meaning, and every number with its
// unit, under "unit"; keys that a schema does not name are refused.
//
//	campaign.schema.json            campaign.json of a run
//	build.schema.json               build.json
//	plan.schema.json                plan.json
//	memory.schema.json              memory.json
//	attempt.schema.json             a line of trials/CANDIDATE/LABEL__hash_N.jsonl
//	record.schema.json              records/CANDIDATE/LABEL__hash_N.json
//	published-campaign.schema.json  the same files of datasets that others
//	published-build.schema.json     published, which have fewer keys
//	published-record.schema.json
//	export.schema.json              assay export --format json; the columns of csv
//	import.schema.json              import.json of a candidate in a store
//	environment.schema.json         what the others refer to
//	values.schema.json
package schema

import "embed"

// Files are the schemas.
//
//go:embed *.schema.json
var Files embed.FS

// Base is the address that the schemas' identifiers begin with.
const Base = "https://github.com/hashassay/assay/docs/schema/"
