/** Formats of files with records, as commands name them: RFC 1035, CSV, and the JSON of the service. */
export const recordsFileFormats = ['zone', 'csv', 'json'] as const
export type RecordsFileFormat = (typeof recordsFileFormats)[number]
