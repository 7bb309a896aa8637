import { fieldRules } from '#shared/api/limits.ts'
import type { Idna } from '#shared/idna.ts'
import {
  isSameHostName,
  maxLabelLength,
  maxHostNameLength,
  findHostNameProblem,
  normalizeHostName,
} from '#shared/host-name.ts'
import { toFqdn } from './record-data.ts'
import { createFinding, type RecordErrorCode, type RecordFinding } from './record-findings.ts'

const codes = {
  emptyLabel: 'hostEmptyLabel',
  longLabel: 'hostLongLabel',
  longName: 'hostLongName',
  characters: 'hostCharacters',
  hyphen: 'hostHyphen',
  wildcard: 'hostWildcard',
  punycode: 'hostPunycode',
} as const satisfies Record<string, RecordErrorCode>

/** What is wrong with a host, in ASCII and relative to `domain`; `@` is the apex (section "DNS record"). */
export function checkRecordHost(host: string, type: string, domain: string, idna: Idna): RecordFinding[] {
  const { max } = fieldRules.dnsHost
  if (host === '') return [createFinding('host', 'hostEmpty')]
  if (host.length > max) return [createFinding('host', 'hostLong', { n: host.length, max })]
  if (host === '@') return []
  if (host.endsWith('.')) return [createFinding('host', 'hostTrailingDot')]
  const problem = findHostNameProblem(host, idna, { mayBeWildcard: true })
  if (problem) return [createFinding('host', codes[problem], { max: maxLabelLength })]
  const name = toFqdn(host, domain)
  if (name.length > maxHostNameLength)
    return [createFinding('host', 'hostLongName', { n: name.length, max: maxHostNameLength })]
  return [
    ...(isSameHostName(host, domain) || normalizeHostName(host).endsWith(`.${normalizeHostName(domain)}`)
      ? [createFinding('host', 'hostRepeatsDomain', { name })]
      : []),
    ...(type === 'SRV' && !/^_[^.]+\._[^.]+(\.|$)/.test(host) ? [createFinding('host', 'srvHost')] : []),
  ]
}
