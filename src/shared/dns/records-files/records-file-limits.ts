/** Limits of files with records: zone files, CSV and JSON. A file that exceeds one of them is refused as a whole. */
export const recordsFileLimits = {
  bytes: 16 * 1024 * 1024,
  /** JSON is parsed in one step, so its limit is lower. */
  jsonCharacters: 1024 * 1024,
  records: 100_000,
  findings: 100_000,
  /** Characters of one entry of a zone file, over all its lines, or of one row of a CSV file. */
  entryCharacters: 65_536,
  /** Records that one `$GENERATE` may make. All of them count as records of the file. */
  recordsPerGenerateDirective: 65_536,
  /** Characters of one entry that `$GENERATE` makes, and of all of them in a file. */
  generatedEntryCharacters: 4096,
  generatedCharacters: 16 * 1024 * 1024,
} as const

/** Longer names are not converted to Punycode: the service cannot hold them in any form. */
export const maxNameLengthForPunycode = 1024

/** Length of a type or directive that a finding names. */
export const maxTypeLengthInFinding = 20

/** Length of the text that a finding shows of its line. */
export const maxLineLengthInFinding = 200

/**
 * The work of a parser in units. One unit is the time to read a character without a full check. A parser yields after
 * `slice` units. The other numbers are the costs of a finding, a fully checked character and a CSV row.
 */
export const recordsFileParserWorkUnits = { slice: 65_536, finding: 64, checkedCharacter: 16, csvRow: 128 } as const
