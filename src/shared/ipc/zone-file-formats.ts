/** Formats of files with records: RFC 1035, CSV, and the JSON of the service. */
export const zoneFileFormats = ['zone', 'csv', 'json'] as const
export type ZoneFileFormat = (typeof zoneFileFormats)[number]
