import { type DnsRecordFields, normalizeRelativeHost, findTargetHost } from '#shared/dns/records/dns-record.ts'
import {
  toHostRelativeToZone,
  listParentHosts,
  listMatchingWildcards,
} from '#shared/dns/records/relative-hosts-parents-and-wildcards.ts'

/** Types that answer a query for the address of a host: an address, an alias, or other name servers. */
const resolvingTypes: ReadonlySet<string> = new Set(['A', 'AAAA', 'CNAME', 'NS'])

export function doesRecordAnswerAddressQueries({ type }: DnsRecordFields): boolean {
  return resolvingTypes.has(type)
}

/** What answers for a target: the records of one host, or the name servers to which a host above it is delegated. */
type AnsweringHost = string

/** Finds what in a zone answers for the target of a record. */
export interface AddressAnswerSourceFinder {
  has(answer: AnsweringHost): boolean
  /**
   * The target's own host, the nearest wildcard that matches it, or the nearest delegation above it. Null for a record
   * without a target in the zone, and for a target that nothing answers for.
   */
  answerFor(record: DnsRecordFields): AnsweringHost | null
}

/** Returns the hosts and delegations that answer because of a record: its own host, and for NS a delegation. */
export function listAddressAnswerSourcesOfRecord(record: DnsRecordFields): AnsweringHost[] {
  if (!doesRecordAnswerAddressQueries(record)) return []
  const owner = normalizeRelativeHost(record.host)
  return record.type === 'NS' ? [owner, delegationOf(owner)] : [owner]
}

function delegationOf(host: string): AnsweringHost {
  return `${host} NS`
}

export function createAddressAnswerSourceFinder(
  records: readonly DnsRecordFields[],
  domain: string,
): AddressAnswerSourceFinder {
  const answers = new Set<AnsweringHost>()
  for (const record of records) for (const answer of listAddressAnswerSourcesOfRecord(record)) answers.add(answer)
  /** Cache by target, as spelled in the records: many records have the same target. */
  const answerByTarget = new Map<string, AnsweringHost | null>()

  function findAnswer(target: string): AnsweringHost | null {
    const host = target === '.' ? null : toHostRelativeToZone(target, domain)
    if (host === null || answers.has(host)) return host
    return (
      listMatchingWildcards(host).find((wildcard) => answers.has(wildcard)) ??
      listParentHosts(host)
        .map(delegationOf)
        .find((delegation) => answers.has(delegation)) ??
      null
    )
  }

  return {
    has: (answer) => answers.has(answer),
    answerFor(record) {
      const target = findTargetHost(record)
      if (target === null) return null
      let answer = answerByTarget.get(target)
      if (answer === undefined) {
        answer = findAnswer(target)
        answerByTarget.set(target, answer)
      }
      return answer
    },
  }
}
