import { expect, test } from 'vitest'
import type { Forecast } from '#shared/ipc/orders.ts'
import { forecastMonths } from '#renderer/features/orders/spending/spending-rows.ts'
import { setMessages } from '../../plain-words.ts'

const row = (month: string, accountId: string, yen: number): Forecast['months'][number] => ({ month, accountId, yen, domains: 1, unpriced: 0, servers: 0 })

test('the forecast shows twelve months without a gap, and every account in its month', () => {
  const months = forecastMonths([row('2027-02', 'a', 1_650), row('2027-02', 'b', 1_760), row('2026-12', 'a', 990)], '2026-11')
  expect(months.map(({ month }) => month)).toEqual(['2026-11', '2026-12', '2027-01', '2027-02', '2027-03', '2027-04', '2027-05', '2027-06', '2027-07', '2027-08', '2027-09', '2027-10'])
  expect(months.filter(({ yen }) => yen > 0)).toEqual([
    { month: '2026-12', yen: 990, domains: 1, unpriced: 0, servers: 0 },
    { month: '2027-02', yen: 3_410, domains: 2, unpriced: 0, servers: 0 },
  ])
})

test.each(['en', 'ja'] as const)('the forecast names its first and its last month, and says that no server is in its total (%s)', (language) => {
  const about = setMessages(language)('orders.spending.forecastAbout', { from: '2026-11', until: '2027-10' })
  expect(about).toMatch(/2026-11.*2027-10/)
  expect(about).toMatch(language === 'en' ? /servers.*not in the total/i : /サーバー.*含まれ(てい)?ません/)
})
