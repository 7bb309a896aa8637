import { normalizeIpAddress } from './ip-address.ts'

/** A word with fewer characters is not searched in records: it has no entry in SQLite's trigram index. */
export const minWordLengthForRecordSearch = 3

/** Returns true if a domain list searches the text in records only: it is a complete IP address. */
export function isAddressSearchedInRecordsOnly(text: string): boolean {
  return normalizeIpAddress(text.normalize('NFKC').toLowerCase().trim()) !== null
}

/** Returns true if a domain list searches a word of the text only in names, tags, customers and notes. */
export function hasWordTooShortForRecordSearch(text: string): boolean {
  const normalized = text.normalize('NFKC').toLowerCase().trim()
  if (normalized === '' || normalizeIpAddress(normalized) !== null) return false
  return normalized.split(/\s+/u).some((word) => [...word].length < minWordLengthForRecordSearch)
}
