import fc from 'fast-check'
import { createPinia, setActivePinia } from 'pinia'
import { expect, test } from 'vitest'
import { domainFilterSchema } from '#shared/ipc/inventory.ts'
import {
  countUpcomingExpiriesUnlessAllListed,
  listExpiryCounts,
  listTldCounts,
} from '#renderer/features/overview/list-expiry-and-tld-counts.ts'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'
import { completeListSource, domainListItem, openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'

test('Every count of the overview by expiry, TLD and status is that of the domain list that it opens', async () => {
  setActivePinia(createPinia())
  const filters = useDomainFilters()
  const { inventory, database, clock, queryOverview } = openTemporaryInventory(['a', 'b'])
  const domain = fc.record({
    account: fc.constantFrom('a', 'b'),
    label: fc.stringMatching(/^[a-c]{1,3}$/),
    tld: fc.constantFrom('com', 'co.jp', 'jp', 'xn--q9jyb4c', 'net'),
    status: fc.constantFrom('active', 'expired', 'transferring'),
    expiry_date: fc.constantFrom(
      null,
      '2026-11-19',
      '2026-11-20',
      '2026-11-30',
      '2026-12-01',
      '2027-10-31',
      '2027-11-01',
    ),
  })
  const domains = fc.uniqueArray(domain, { selector: ({ label, tld, account }) => `${account} ${label}.${tld}` })
  const accountIds = fc.constantFrom<string[] | null>(null, ['a'], ['a', 'b'])
  await fc.assert(
    fc.asyncProperty(domains, accountIds, fc.integer({ min: 1, max: 4 }), async (all, asked, maxTlds) => {
      for (const table of ['domain', 'search_entry']) database.run(`delete from ${table}`)
      for (const account of ['a', 'b']) {
        const items = all
          .filter((each) => each.account === account)
          .map(({ label, tld, status, expiry_date }) => domainListItem(`${label}.${tld}`, { status, expiry_date }))
        await inventory.storeListedDomains(account, items, clock.now(), completeListSource)
      }
      const { domainExpiries, domainsByTld, domainsByStatus, totals } = await queryOverview(asked)
      const groups = [
        listExpiryCounts(domainExpiries),
        listTldCounts(domainsByTld, maxTlds),
        domainsByStatus.map(({ status, count }) => ({ count, filters: { statuses: [status] } })),
      ]
      for (const counts of groups) expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(totals.domains)
      const upcoming = countUpcomingExpiriesUnlessAllListed({ domainExpiries, nextExpiries: [] })
      for (const counts of [...groups, upcoming ? [upcoming] : []]) {
        for (const { count, filters: only } of counts) {
          filters.replaceFilters(only)
          const filter = domainFilterSchema.parse(filters.filterFor(asked))
          const page = { sort: 'name' as const, isDescending: false, offset: 0, limit: 1 }
          expect((await inventory.domains({ filter, ...page })).total, JSON.stringify(only)).toBe(count)
        }
      }
    }),
    { numRuns: 40 },
  )
})

test('All coming expiries can be shown when servers take the place of domains among the next to expire', () => {
  const listed = (kind: 'domain' | 'server') => ({
    kind,
    accountId: 'a',
    name: `${kind}.example`,
    decodedName: null,
    expiryDate: '2026-12-01',
  })
  const nextExpiries = [listed('server'), listed('domain')]
  const expiring = (count: number) => ({
    overdue: 0,
    months: [{ from: '2026-11-20', to: '2026-11-30', count }],
    later: { from: '2027-11-01', count: 0 },
    undetermined: 0,
  })
  expect(countUpcomingExpiriesUnlessAllListed({ domainExpiries: expiring(1), nextExpiries })).toBeNull()
  expect(countUpcomingExpiriesUnlessAllListed({ domainExpiries: expiring(2), nextExpiries })?.count).toBe(2)
})

test('The TLDs beyond the most frequent ones are one count, unless it is of one TLD only', () => {
  const tlds = ['com', 'jp', 'net', 'org'].map((tld, index) => ({ tld, count: 9 - index }))
  expect(listTldCounts(tlds, 2).map(({ tlds: of, count }) => [of, count])).toEqual([
    [['com'], 9],
    [['jp'], 8],
    [['net', 'org'], 13],
  ])
  expect(listTldCounts(tlds, 3).map(({ tlds: of }) => of)).toEqual([['com'], ['jp'], ['net'], ['org']])
})
