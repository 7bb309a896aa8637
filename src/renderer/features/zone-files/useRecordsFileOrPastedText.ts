import { parseRecordsFile } from '#shared/dns/zone-file/parse-records-file.ts'
import { zoneFileLimits } from '#shared/dns/zone-file/zone-file-limits.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'
import { useFileOrPastedText } from '#renderer/composables/useFileOrPastedText.ts'

/** Reads files and pasted text with records for a domain. */
export function useRecordsFileOrPastedText(domain: () => string) {
  return useFileOrPastedText(zoneFileLimits.bytes, (text) => parseRecordsFile(text, { domain: domain(), idna }))
}
