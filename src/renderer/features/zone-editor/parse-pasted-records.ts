import { parseRecordsFile, type RecordsFileContent } from '#shared/dns/records-files/parse-records-file.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'

/** Largest pasted text in characters. It is parsed at once; larger files are imported. */
export const maxPastedCharacters = 200_000

/** Records in a pasted text: lines of a zone file, CSV with a heading, or JSON of the API. `domain`: in Punycode. */
export function parsePastedRecords(text: string, domain: string): RecordsFileContent {
  const reading = parseRecordsFile(text, { domain, idna })
  for (;;) {
    const { done, value } = reading.next()
    if (done) return value
  }
}
