import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatJapanDate, parseJapanTime } from '#shared/japan-time.ts'
import { countDomainsByExpiryMonth } from '#main/overview/count-domains-by-expiry-month.ts'
import { completeListSource, domainListItem, openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'

test('Every listed domain is in exactly one count by expiry date, on any day of any year', async () => {
  const { inventory, database, clock } = openTemporaryInventory(['a', 'b'])
  const start = parseJapanTime('2026-01-01') as number
  const day = fc.integer({ min: 0, max: 1100 }).map((days) => formatJapanDate(start + days * 86_400_000))
  const dates = fc.array(fc.option(day), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(day, dates, async (today, of) => {
      database.run('delete from domain')
      database.run('delete from search_entry')
      const items = of.map((date, index) => domainListItem(`d${index}.example`, { expiry_date: date }))
      await inventory.storeListedDomains('a', items, clock.now(), completeListSource)
      await inventory.storeListedDomains('b', [domainListItem('gone.example')], 1, completeListSource)
      database.run(`update domain set gone_since = 1 where account_id = 'b'`)
      const { overdue, months, later, undetermined } = countDomainsByExpiryMonth(database, null, today)
      expect(overdue).toBe(of.filter((date) => date !== null && date < today).length)
      expect(undetermined).toBe(of.filter((date) => date === null).length)
      expect(overdue + undetermined + later.count + months.reduce((sum, { count }) => sum + count, 0)).toBe(of.length)
      expect(months[0]?.from).toBe(today)
      expect(months).toHaveLength(12)
      const bounds = [...months, { from: later.from, to: '' }]
      for (const [index, { to }] of months.entries())
        expect(formatJapanDate((parseJapanTime(to) as number) + 86_400_000)).toBe(bounds[index + 1]?.from)
      for (const { from, to, count } of months)
        expect(count).toBe(of.filter((date) => date !== null && date >= from && date <= to).length)
    }),
  )
})

test('Only the requested accounts are counted by expiry date', async () => {
  const { inventory, database, clock } = openTemporaryInventory(['a', 'b'])
  for (const id of ['a', 'b'])
    await inventory.storeListedDomains(id, [domainListItem(`${id}.example`)], clock.now(), completeListSource)
  const { months } = countDomainsByExpiryMonth(database, JSON.stringify(['b']), '2026-11-20')
  expect(months.filter(({ count }) => count > 0)).toEqual([{ from: '2027-03-01', to: '2027-03-31', count: 1 }])
})
