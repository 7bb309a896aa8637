import { formatExpiryInterval } from '#shared/expiry-filter-choices.ts'
import type { DomainCountsByExpiryMonth, Overview } from '#shared/ipc/overview-and-attention-item-schemas.ts'
import type { FiltersToOpenListWith } from '#renderer/stores/create-list-filter-and-sort.ts'

/** A number of the overview. With `filters`, the domain list shows exactly the counted domains. */
export interface DomainCountWithFilters {
  count: number
  filters: FiltersToOpenListWith
}

export interface ExpiryCount extends DomainCountWithFilters {
  kind: 'overdue' | 'month' | 'later' | 'undetermined'
  /** The first counted date of a month and of `later`; null for the others. */
  from: string | null
}

/** Returns the counts by expiry date: overdue, the months, later, not determined. */
export function listExpiryCounts({ overdue, months, later, undetermined }: DomainCountsByExpiryMonth): ExpiryCount[] {
  return [
    { kind: 'overdue', from: null, count: overdue, filters: { expiry: 'expired' } },
    ...months.map(({ from, to, count }) => ({
      kind: 'month' as const,
      from,
      count,
      filters: { expiry: formatExpiryInterval(from, to) },
    })),
    {
      kind: 'later',
      from: later.from,
      count: later.count,
      filters: { expiry: formatExpiryInterval(later.from, null) },
    },
    { kind: 'undetermined', from: null, count: undetermined, filters: { expiry: 'undetermined' } },
  ]
}

/** Returns the domains of any status that expire from today on. */
function countUpcomingExpiries({ months, later }: DomainCountsByExpiryMonth): DomainCountWithFilters {
  return {
    count: months.reduce((sum, { count }) => sum + count, later.count),
    filters: { expiry: formatExpiryInterval(months[0]?.from ?? later.from, null) },
  }
}

/** Finds the domains that expire from today on if not all of them are among the next to expire; otherwise null. */
export function countUpcomingExpiriesUnlessAllListed(
  overview: Pick<Overview, 'domainExpiries' | 'nextExpiries'>,
): DomainCountWithFilters | null {
  const upcoming = countUpcomingExpiries(overview.domainExpiries)
  const listed = overview.nextExpiries.filter(({ kind }) => kind === 'domain').length
  return upcoming.count > listed ? upcoming : null
}

export interface TldCount extends DomainCountWithFilters {
  /** Several: the TLDs that are counted together. */
  tlds: string[]
}

/** Returns the most frequent TLDs, one by one, and all others in one count. */
export function listTldCounts(domainsByTld: Overview['domainsByTld'], maxShown: number): TldCount[] {
  // One TLD more takes no more space than a count of the others.
  const shown = domainsByTld.length === maxShown + 1 ? maxShown + 1 : maxShown
  const groups = domainsByTld.slice(0, shown).map((each) => [each])
  const others = domainsByTld.slice(shown)
  return [...groups, ...(others.length > 0 ? [others] : [])].map((group) => {
    const tlds = group.map(({ tld }) => tld)
    return { tlds, count: group.reduce((sum, { count }) => sum + count, 0), filters: { facts: { tlds } } }
  })
}
