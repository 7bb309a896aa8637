import { fieldRules } from '../api/limits.ts'
import type { Idna } from '../typed-names.ts'
import { isSameHostName, longestLabel, longestName, nameProblem, normalizeHostName } from './host-name.ts'
import { fullName } from './record-data.ts'
import { finding, type RecordError, type RecordFinding } from './record-finding.ts'

const codes = {
  emptyLabel: 'hostEmptyLabel',
  longLabel: 'hostLongLabel',
  longName: 'hostLongName',
  characters: 'hostCharacters',
  hyphen: 'hostHyphen',
  wildcard: 'hostWildcard',
  punycode: 'hostPunycode',
} as const satisfies Record<string, RecordError>

/** What is wrong with a host, in ASCII and relative to `domain`; `@` is the apex (section "DNS record"). */
export function checkHost(host: string, type: string, domain: string, idna: Idna): RecordFinding[] {
  const { max } = fieldRules.dnsHost
  if (host === '') return [finding('host', 'hostEmpty')]
  if (host.length > max) return [finding('host', 'hostLong', { n: host.length, max })]
  if (host === '@') return []
  if (host.endsWith('.')) return [finding('host', 'hostTrailingDot')]
  const problem = nameProblem(host, idna, { mayBeWildcard: true })
  if (problem) return [finding('host', codes[problem], { max: longestLabel })]
  const name = fullName(host, domain)
  if (name.length > longestName) return [finding('host', 'hostLongName', { n: name.length, max: longestName })]
  return [
    ...(isSameHostName(host, domain) || normalizeHostName(host).endsWith(`.${normalizeHostName(domain)}`) ? [finding('host', 'hostRepeatsDomain', { name })] : []),
    ...(type === 'SRV' && !/^_[^.]+\._[^.]+(\.|$)/.test(host) ? [finding('host', 'srvHost')] : []),
  ]
}
