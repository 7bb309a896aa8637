import { parseRecordsFile } from '#shared/dns/records-files/parse-records-file.ts'
import { recordsFileLimits } from '#shared/dns/records-files/records-file-limits.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'
import { useFileOrPastedText } from '#renderer/composables/useFileOrPastedText.ts'

/** Reads files and pasted text with records for a domain. */
export function useRecordsFileOrPastedText(domain: () => string) {
  return useFileOrPastedText(recordsFileLimits.bytes, (text) => parseRecordsFile(text, { domain: domain(), idna }))
}
