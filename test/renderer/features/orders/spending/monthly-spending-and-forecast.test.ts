import { expect, test } from 'vitest'
import type { RenewalForecast } from '#shared/ipc/spending-forecast-and-external-purchase-schemas.ts'
import { sumRenewalForecastByMonth } from '#renderer/features/orders/spending/sum-renewal-forecast-by-month.ts'
import {
  sumByGroupAndMonth,
  sumNumbers,
  mergeSmallestSeriesIntoOthers,
} from '#renderer/features/orders/spending/sum-and-merge-monthly-series.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const row = (month: string, accountId: string, yen: number): RenewalForecast['months'][number] => ({
  month,
  accountId,
  yen,
  domains: 1,
  unpriced: 0,
  servers: 0,
})

test('The forecast has twelve consecutive months, each with the sum of all accounts', () => {
  const months = sumRenewalForecastByMonth(
    [row('2027-02', 'a', 1_650), row('2027-02', 'b', 1_760), row('2026-12', 'a', 990)],
    '2026-11',
  )
  expect(months.map(({ month }) => month)).toEqual([
    '2026-11',
    '2026-12',
    '2027-01',
    '2027-02',
    '2027-03',
    '2027-04',
    '2027-05',
    '2027-06',
    '2027-07',
    '2027-08',
    '2027-09',
    '2027-10',
  ])
  expect(months.filter(({ yen }) => yen > 0)).toEqual([
    { month: '2026-12', yen: 990, domains: 1, unpriced: 0, servers: 0 },
    { month: '2027-02', yen: 3_410, domains: 2, unpriced: 0, servers: 0 },
  ])
})

test.each(['en', 'ja'] as const)(
  'The forecast names its first and last month and says that servers are not in the total (%s)',
  (language) => {
    const about = setMessageLanguage(language)('orders.spending.forecastAbout', { from: '2026-11', until: '2027-10' })
    expect(about).toMatch(/2026-11.*2027-10/)
    expect(about).toMatch(language === 'en' ? /servers.*not in the total/i : /サーバー.*含まれ(てい)?ません/)
  },
)

test('Every account has its own monthly sums; a chart shows the largest accounts and the others together', () => {
  const accounts = Array.from({ length: 20 }, (_, index) => `account-${index}`)
  const rows = accounts.flatMap((accountId, index) => [
    row('2026-11', accountId, 100 + index),
    row('2026-12', accountId, 1_000),
  ])
  const all = sumByGroupAndMonth(rows, ['2026-11', '2026-12'], ({ accountId }) => ({
    key: accountId,
    name: accountId,
    colour: 'quiet',
  }))
  expect(all.map(({ key }) => key)).toEqual(accounts.toReversed())
  expect(all[0]?.yen).toEqual([119, 1_000])
  const shown = mergeSmallestSeriesIntoOthers(all, { name: 'Others', maxSeries: 8 })
  expect(shown.map(({ name }) => name)).toEqual([...accounts.toReversed().slice(0, 7), 'Others'])
  expect(sumNumbers(shown.flatMap(({ yen }) => yen))).toBe(sumNumbers(rows.map(({ yen }) => yen)))
  expect(mergeSmallestSeriesIntoOthers(all.slice(0, 8), { name: 'Others', maxSeries: 8 })).toEqual(all.slice(0, 8))
})
