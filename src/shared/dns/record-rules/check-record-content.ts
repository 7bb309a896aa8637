import { requestFieldRules } from '#shared/api/service-limits.ts'
import type { Idna } from '#shared/idna-interface.ts'
import {
  isSameHostName,
  maxLabelLength,
  maxHostNameLength,
  findHostNameProblem,
  normalizeHostName,
} from '#shared/host-name.ts'
import { getIpVersionForRecordType, parseIpAddress } from '#shared/ip-address.ts'
import { toFqdn, parseSrvContent, type DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import { createRecordFinding, type RecordErrorCode, type RecordFinding } from './record-finding-codes.ts'

const codes = {
  emptyLabel: 'targetEmptyLabel',
  longLabel: 'targetLongLabel',
  longName: 'targetLongName',
  characters: 'targetCharacters',
  hyphen: 'targetHyphen',
  wildcard: 'targetWildcard',
  punycode: 'targetPunycode',
} as const satisfies Record<string, RecordErrorCode>

/** Weight and port have 16 bits (RFC 2782). */
const largestUint16 = 0xffff

/** Checks the content against the rules of its record type. Names in the content must be in ASCII. */
export function checkRecordContent(
  { type, host, content }: Pick<DnsRecordFields, 'type' | 'host' | 'content'>,
  domain: string,
  idna: Idna,
): RecordFinding[] {
  const { max } = requestFieldRules.dnsContent
  if (content === '') return [createRecordFinding('content', 'contentEmpty')]
  if (content.length > max) return [createRecordFinding('content', 'contentLong', { n: content.length, max })]
  if (/\p{Cc}/u.test(content)) return [createRecordFinding('content', 'contentControl')]
  switch (type) {
    case 'A':
    case 'AAAA':
      return checkAddress(type, content)
    case 'CNAME':
      return isSameHostName(content, toFqdn(host, domain))
        ? [createRecordFinding('content', 'targetSelf')]
        : checkTarget(content, idna, { mayBeRoot: false, mayHaveUnderscore: true })
    case 'NS':
      return checkTarget(content, idna, { mayBeRoot: false, mayHaveUnderscore: false })
    case 'MX':
      if (/^\d+\s+\S+$/.test(content)) return [createRecordFinding('content', 'mxPriorityInContent')]
      // A single dot means that the domain accepts no mail (RFC 7505).
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
  const wanted = getIpVersionForRecordType(type)
  const version = parseIpAddress(content)?.version ?? null
  if (version === wanted) return []
  if (version === null) return [createRecordFinding('content', wanted === 4 ? 'ipv4' : 'ipv6')]
  return [createRecordFinding('content', version === 4 ? 'ipv4InAaaa' : 'ipv6InA')]
}

/** The last label of a host name is never a number, so such a target is an address or a mistyped address. */
function looksLikeAddress(target: string): boolean {
  return parseIpAddress(target) !== null || /(^|\.)\d+$/.test(normalizeHostName(target))
}

function checkTarget(
  target: string,
  idna: Idna,
  { mayBeRoot, mayHaveUnderscore }: { mayBeRoot: boolean; mayHaveUnderscore: boolean },
): RecordFinding[] {
  if (target === '.') return mayBeRoot ? [] : [createRecordFinding('content', 'targetRoot')]
  if (looksLikeAddress(target)) return [createRecordFinding('content', 'targetAddress')]
  const name = normalizeHostName(target)
  const problem = findHostNameProblem(name, idna, { mayBeWildcard: false })
  if (problem)
    return [
      createRecordFinding('content', codes[problem], {
        max: problem === 'longName' ? maxHostNameLength : maxLabelLength,
      }),
    ]
  return [
    ...(!name.includes('.') ? [createRecordFinding('content', 'targetOneLabel', { target })] : []),
    ...(!mayHaveUnderscore && name.includes('_') ? [createRecordFinding('content', 'targetUnderscore')] : []),
  ]
}

function checkSrv(content: string, idna: Idna): RecordFinding[] {
  if (/^\d+\s+\d+\s+\d+\s+\S+$/.test(content)) return [createRecordFinding('content', 'srvPriorityInContent')]
  const srv = parseSrvContent(content)
  if (!srv) return [createRecordFinding('content', 'srvForm')]
  if (!isUint16(srv.weight)) return [createRecordFinding('content', 'srvWeight', { max: largestUint16 })]
  if (!isUint16(srv.port)) return [createRecordFinding('content', 'srvPort', { max: largestUint16 })]
  // A single dot means that the service is not available at this domain (RFC 2782).
  return checkTarget(srv.target, idna, { mayBeRoot: true, mayHaveUnderscore: false })
}

function isUint16(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= largestUint16
}

function checkText(content: string): RecordFinding[] {
  const quotes = [...content.replaceAll(/\\./g, '')].filter((letter) => letter === '"').length
  return [
    ...(quotes % 2 === 1 ? [createRecordFinding('content', 'txtQuotes')] : []),
    ...(/[^\x20-\x7e]/.test(content) ? [createRecordFinding('content', 'txtNotAscii')] : []),
  ]
}
