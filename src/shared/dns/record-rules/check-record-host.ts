import { requestFieldRules } from '#shared/api/service-limits.ts'
import type { Idna } from '#shared/idna-interface.ts'
import {
  isSameHostName,
  maxLabelLength,
  maxHostNameLength,
  findHostNameProblem,
  normalizeHostName,
} from '#shared/host-name.ts'
import { toFqdn } from '#shared/dns/records/dns-record.ts'
import { createRecordFinding, type RecordErrorCode, type RecordFinding } from './record-finding-codes.ts'

const codes = {
  emptyLabel: 'hostEmptyLabel',
  longLabel: 'hostLongLabel',
  longName: 'hostLongName',
  characters: 'hostCharacters',
  hyphen: 'hostHyphen',
  wildcard: 'hostWildcard',
  punycode: 'hostPunycode',
} as const satisfies Record<string, RecordErrorCode>

/** Checks a host in ASCII, relative to `domain`; `@` is the apex (API description, section "DNS record"). */
export function checkRecordHost(host: string, type: string, domain: string, idna: Idna): RecordFinding[] {
  const { max } = requestFieldRules.dnsHost
  if (host === '') return [createRecordFinding('host', 'hostEmpty')]
  if (host.length > max) return [createRecordFinding('host', 'hostLong', { n: host.length, max })]
  if (host === '@') return []
  if (host.endsWith('.')) return [createRecordFinding('host', 'hostTrailingDot')]
  const problem = findHostNameProblem(host, idna, { mayBeWildcard: true })
  if (problem) return [createRecordFinding('host', codes[problem], { max: maxLabelLength })]
  const name = toFqdn(host, domain)
  if (name.length > maxHostNameLength)
    return [createRecordFinding('host', 'hostLongName', { n: name.length, max: maxHostNameLength })]
  return [
    ...(isSameHostName(host, domain) || normalizeHostName(host).endsWith(`.${normalizeHostName(domain)}`)
      ? [createRecordFinding('host', 'hostRepeatsDomain', { name })]
      : []),
    ...(type === 'SRV' && !/^_[^.]+\._[^.]+(\.|$)/.test(host) ? [createRecordFinding('host', 'srvHost')] : []),
  ]
}
