import { domainToASCII } from 'node:url'
import { findIpAddresses } from '#shared/find-ip-addresses-in-text.ts'
import { normalizeIpAddress } from '#shared/ip-address.ts'
import { minWordLengthForRecordSearch } from '#shared/short-words-of-domain-search.ts'
import { normalizeSearchText } from '#main/store/normalize-search-text.ts'

/** A parsed search text: one IP address, compared by value, or words that may be anywhere in the text. */
export type ParsedSearchText = { address: string } | { terms: string[] }

export function parseSearchText(text: string): ParsedSearchText {
  const address = normalizeIpAddress(normalizeSearchText(text).trim())
  return address === null ? { terms: searchTerms(text) } : { address }
}

/** Returns whether the text contains the whole address, or every word. */
export function matchesSearchText(text: string, query: ParsedSearchText): boolean {
  // IPv4 has one spelling, so this check skips the parser for most records.
  return 'address' in query
    ? (query.address.includes(':') || text.includes(query.address)) && findIpAddresses(text).includes(query.address)
    : containsAllTerms(text, query.terms)
}

/** The words of a typed text. A match has to contain all of them. */
function searchTerms(text: string): string[] {
  return normalizeSearchText(text)
    .split(/\s+/u)
    .filter((term) => term !== '')
}

/** A word, and its form in Punycode if it may be a host: the hosts of records are stored in Punycode. */
function listSpellings(term: string): string[] {
  const isDecodedHost = term.includes('.') && /[^\x20-\x7e]/.test(term)
  const ascii = isDecodedHost ? domainToASCII(term) : ''
  return ascii === '' || ascii === term ? [term] : [term, ascii]
}

/**
 * Builds the FTS5 match for the long words (null if there are none). `short`: the words that are too short for the
 * index.
 */
export function toFtsMatchAndSplitTerms(terms: readonly string[]): {
  match: string | null
  long: string[]
  short: string[]
} {
  const isLong = (term: string): boolean => [...term].length >= minWordLengthForRecordSearch
  const long = terms.filter(isLong)
  return {
    match: long.length === 0 ? null : long.map(toFtsCondition).join(' AND '),
    long,
    short: terms.filter((term) => !isLong(term)),
  }
}

function toFtsCondition(term: string): string {
  const phrases = listSpellings(term).map((spelling) => `"${spelling.replaceAll('"', '""')}"`)
  return phrases.length === 1 ? phrases.join('') : `(${phrases.join(' OR ')})`
}

/** Returns a LIKE pattern that matches the text anywhere. Use it with `escape '\'`. */
export function toLikePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`
}

export function containsAllTerms(text: string, terms: readonly string[]): boolean {
  const plain = normalizeSearchText(text)
  return terms.every((term) => listSpellings(term).some((spelling) => plain.includes(spelling)))
}

const charactersBeforeMatch = 40
const maxExcerptLength = 160

/** Returns the part of `text` around the first matching word. */
export function extractSearchSnippet(text: string, terms: readonly string[]): string {
  if (text.length <= maxExcerptLength) return text
  const plain = normalizeSearchText(text)
  const at = terms.map((term) => plain.indexOf(term)).filter((index) => index >= 0)
  const from = Math.max(0, Math.min(...(at.length > 0 ? at : [0])) - charactersBeforeMatch)
  const part = text.slice(from, from + maxExcerptLength)
  return `${from > 0 ? '…' : ''}${part}${from + maxExcerptLength < text.length ? '…' : ''}`
}

/**
 * Returns the condition on `domain d` that one of its names contains a short word, with its parameters. Few domains
 * have a decoded name, and these names have a separate index, so that the condition needs no column beside the names. A
 * word with other than ASCII characters can only be in a decoded name.
 */
export function buildDomainNameContainsSql(term: string): { sql: string; params: string[] } {
  const pattern = toLikePattern(term)
  const isAscii = /^[\x20-\x7e]*$/.test(term)
  const inDecoded = `(d.account_id, d.name) in (select account_id, name from domain where decoded_name is not null and decoded_name like ? escape '\\')`
  return isAscii
    ? { sql: `(d.name like ? escape '\\' or ${inDecoded})`, params: [pattern, pattern] }
    : { sql: inDecoded, params: [pattern] }
}
