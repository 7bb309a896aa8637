import { fieldRules } from '../api/limits.ts'
import type { Idna } from '../typed-names.ts'
import { isSameHostName, longestLabel, longestName, nameProblem, normalizeHostName } from './host-name.ts'
import { addressVersionOf, parseIpAddress } from './ip-address.ts'
import { fullName, parseSrvContent, type RecordData } from './record-data.ts'
import { finding, type RecordError, type RecordFinding } from './record-finding.ts'

const codes = {
  emptyLabel: 'targetEmptyLabel',
  longLabel: 'targetLongLabel',
  longName: 'targetLongName',
  characters: 'targetCharacters',
  hyphen: 'targetHyphen',
  wildcard: 'targetWildcard',
  punycode: 'targetPunycode',
} as const satisfies Record<string, RecordError>

/** Weight and port have 16 bits (RFC 2782). */
const largestUint16 = 0xffff

/** What is wrong with the content by its type alone. Names in it are in ASCII. */
export function checkContent({ type, host, content }: Pick<RecordData, 'type' | 'host' | 'content'>, domain: string, idna: Idna): RecordFinding[] {
  const { max } = fieldRules.dnsContent
  if (content === '') return [finding('content', 'contentEmpty')]
  if (content.length > max) return [finding('content', 'contentLong', { n: content.length, max })]
  if (/\p{Cc}/u.test(content)) return [finding('content', 'contentControl')]
  switch (type) {
    case 'A':
    case 'AAAA':
      return checkAddress(type, content)
    case 'CNAME':
      return isSameHostName(content, fullName(host, domain)) ? [finding('content', 'targetSelf')] : checkTarget(content, idna, { mayBeRoot: false, mayHaveUnderscore: true })
    case 'NS':
      return checkTarget(content, idna, { mayBeRoot: false, mayHaveUnderscore: false })
    case 'MX':
      if (/^\d+\s+\S+$/.test(content)) return [finding('content', 'mxPriorityInContent')]
      // A single dot: the domain takes no mail (RFC 7505).
      return checkTarget(content, idna, { mayBeRoot: true, mayHaveUnderscore: false })
    case 'SRV':
      return checkSrv(content, idna)
    case 'TXT':
      return checkText(content)
    default:
      return []
  }
}

function checkAddress(type: string, content: string): RecordFinding[] {
  const wanted = addressVersionOf(type)
  const version = parseIpAddress(content)?.version ?? null
  if (version === wanted) return []
  if (version === null) return [finding('content', wanted === 4 ? 'ipv4' : 'ipv6')]
  return [finding('content', version === 4 ? 'ipv4InAaaa' : 'ipv6InA')]
}

/** The end of a name is never a number: an address, or one that was mistyped. */
function looksLikeAddress(target: string): boolean {
  return parseIpAddress(target) !== null || /(^|\.)\d+$/.test(normalizeHostName(target))
}

function checkTarget(target: string, idna: Idna, { mayBeRoot, mayHaveUnderscore }: { mayBeRoot: boolean; mayHaveUnderscore: boolean }): RecordFinding[] {
  if (target === '.') return mayBeRoot ? [] : [finding('content', 'targetRoot')]
  if (looksLikeAddress(target)) return [finding('content', 'targetAddress')]
  const name = normalizeHostName(target)
  const problem = nameProblem(name, idna, { mayBeWildcard: false })
  if (problem) return [finding('content', codes[problem], { max: problem === 'longName' ? longestName : longestLabel })]
  return [
    ...(!name.includes('.') ? [finding('content', 'targetOneLabel', { target })] : []),
    ...(!mayHaveUnderscore && name.includes('_') ? [finding('content', 'targetUnderscore')] : []),
  ]
}

function checkSrv(content: string, idna: Idna): RecordFinding[] {
  if (/^\d+\s+\d+\s+\d+\s+\S+$/.test(content)) return [finding('content', 'srvPriorityInContent')]
  const srv = parseSrvContent(content)
  if (!srv) return [finding('content', 'srvForm')]
  if (!isUint16(srv.weight)) return [finding('content', 'srvWeight', { max: largestUint16 })]
  if (!isUint16(srv.port)) return [finding('content', 'srvPort', { max: largestUint16 })]
  // A single dot: the service is not there (RFC 2782).
  return checkTarget(srv.target, idna, { mayBeRoot: true, mayHaveUnderscore: false })
}

function isUint16(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= largestUint16
}

function checkText(content: string): RecordFinding[] {
  const quotes = [...content.replaceAll(/\\./g, '')].filter((letter) => letter === '"').length
  return [
    ...(quotes % 2 === 1 ? [finding('content', 'txtQuotes')] : []),
    ...(/[^\x20-\x7e]/.test(content) ? [finding('content', 'txtNotAscii')] : []),
  ]
}
