import { recordTypes } from '#shared/api/dns-record-schemas.ts'
import { normalizeHostName } from '#shared/host-name.ts'
import { normalizeRecordContent } from '#shared/dns/records/compare-two-records.ts'
import { listDistinctNormalizedHostNames } from './has-same-nameservers.ts'
import {
  normalizeRelativeHost,
  toFqdn,
  doesRecordTypeUsePriority,
  type DnsRecordFields,
} from '#shared/dns/records/dns-record.ts'

/** The reasons why a name server gave no answer that can be compared. */
export const noUsableAnswerReasons = [
  'no_address', // the resolver knows no address of the name server
  'address_lookup_failed', // the resolver gave no answer about its address
  'timeout',
  'network', // the operating system reported an error, for example that no route exists
  'refused',
  'server_failure',
  'not_authoritative', // the server answers, but not as a name server of this zone
  'delegated', // the answer refers to the name servers of a zone below this one
  'unexpected_answer',
  'out_of_time', // the time limit of the whole comparison was over
] as const
export type NoUsableAnswerReason = (typeof noUsableAnswerReasons)[number]

/** What one name server answered about one name and type. Values have the form of `formatComparableValue`. */
export type DnsAnswer =
  | { kind: 'records'; values: string[] }
  /** The name has a CNAME record instead of the asked type. Its target is not asked. */
  | { kind: 'alias'; target: string }
  | { kind: 'none' }
  | { kind: 'no_usable_answer'; reason: NoUsableAnswerReason }

export const answerComparisonResults = ['same', 'differs', 'missing', 'not_reachable'] as const
export type AnswerComparisonResult = (typeof answerComparisonResults)[number]

export const recordSetSources = ['zone', 'nameservers'] as const

/**
 * All stored records with the same host and type. `name`: the name to ask for. `source`: the stored zone, or the stored
 * name servers of the domain, which are read at other times.
 */
export interface RecordSet {
  host: string
  type: string
  name: string
  values: string[]
  source: (typeof recordSetSources)[number]
}

/**
 * Returns the form in which stored and answered records are compared and shown: `10 mail.example.com` for MX, `5 0 443
 * host.example.com` for SRV, the joined text for TXT. The TTL is left out.
 */
export function formatComparableValue({
  type,
  content,
  priority,
}: Pick<DnsRecordFields, 'type' | 'content' | 'priority'>): string {
  const normalized = normalizeRecordContent(type, content)
  return doesRecordTypeUsePriority(type) ? `${priority} ${normalized}` : normalized
}

/**
 * Returns the record sets of a zone, in the order of the records, and the apex NS set. Banto may know the apex NS set
 * only as the name servers of the domain, because a zone at the service need not list them. Records of other types than
 * `recordTypes` are left out: the form of their contents is not known, so equal ones would seem to differ.
 */
export function listRecordSetsToCheck(
  domain: string,
  records: readonly DnsRecordFields[],
  nameservers: readonly string[] | null,
): RecordSet[] {
  const sets = new Map<string, RecordSet>()
  const hosts = new Set(records.map(({ host }) => normalizeRelativeHost(host)))
  for (const record of records) {
    if (!(recordTypes as readonly string[]).includes(record.type)) continue
    const host = normalizeRelativeHost(record.host)
    const key = `${host} ${record.type}`
    const set = sets.get(key) ?? {
      host,
      type: record.type,
      name: askedName(host, domain, hosts),
      values: [],
      source: 'zone',
    }
    sets.set(key, { ...set, values: sortDistinct([...set.values, formatComparableValue(record)]) })
  }
  if (!sets.has('@ NS') && nameservers !== null && nameservers.length > 0)
    sets.set('@ NS', {
      host: '@',
      type: 'NS',
      name: domain,
      values: listDistinctNormalizedHostNames(nameservers).sort(),
      source: 'nameservers',
    })
  return [...sets.values()]
}

/** A wildcard is asked by a name that only the wildcard covers (RFC 4592). */
function askedName(host: string, domain: string, hosts: ReadonlySet<string>): string {
  if (host !== '*' && !host.startsWith('*.')) return toFqdn(host, domain)
  const parent = host.slice(1)
  let label = 'wildcard-check'
  for (let n = 2; hosts.has(`${label}${parent}`); n += 1) label = `wildcard-check-${n}`
  return toFqdn(`${label}${parent}`, domain)
}

/** Compares one answer with the stored values. */
export function compareAnswerWithStored(stored: readonly string[], answer: DnsAnswer): AnswerComparisonResult {
  switch (answer.kind) {
    case 'no_usable_answer':
      return 'not_reachable'
    case 'none':
      return 'missing'
    case 'alias':
      return 'differs'
    case 'records':
      return sortDistinct(answer.values).join('\n') === sortDistinct(stored).join('\n') ? 'same' : 'differs'
  }
}

/**
 * Returns the state of a record set from the states at its name servers. A name server that cannot be reached says
 * nothing about the record set, so it counts only when all of them cannot be reached. If only some of the reached name
 * servers lack the record set, the state is `differs`, not `missing`.
 */
export function combineAnswerComparisonResults(states: readonly AnswerComparisonResult[]): AnswerComparisonResult {
  const [first = 'not_reachable', ...others] = states.filter((state) => state !== 'not_reachable')
  return others.every((state) => state === first) ? first : 'differs'
}

/** Returns true if name servers that answered contradict each other. */
export function doAnswersDiffer(answers: readonly DnsAnswer[]): boolean {
  const reached = answers.filter(({ kind }) => kind !== 'no_usable_answer')
  return new Set(reached.map((answer) => listAnswerValues(answer).join('\n'))).size > 1
}

/** Returns the values of an answer, sorted, for display and comparison. */
export function listAnswerValues(answer: DnsAnswer): string[] {
  if (answer.kind === 'records') return sortDistinct(answer.values)
  return answer.kind === 'alias' ? [`CNAME ${normalizeHostName(answer.target)}`] : []
}

function sortDistinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort()
}
