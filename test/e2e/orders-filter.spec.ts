import { expect } from './desk.ts'
import { openRenew, payFor, startBoth, test, tickOnly } from './renewals.ts'
import { at, openArea } from './steps.ts'

test('the list says that it shows one run, counts that run alone, and shows all orders when Orders is opened again', async ({ desk, expiring }) => {
  const page = await startBoth(desk, expiring)
  for (const names of [['alpha-one.com', 'alpha-two.com'], ['alpha-three.net']]) {
    await openRenew(page)
    await tickOnly(page, names)
    await payFor(page)
  }
  await expect(at(page, 'orders-filter-run')).toContainText('Renew alpha-three.net')
  await expect(at(page, 'orders-count')).toHaveText('1 of 3 orders')
  await expect(at(page, 'orders-filter-state').getByRole('button').first()).toHaveText('All1')
  await expect(at(page, 'orders-filter-state-done')).toHaveText('Done1')
  await openArea(page, 'orders')
  await expect(at(page, 'orders-filter-run')).toHaveCount(0)
  await expect(at(page, 'orders-count')).toHaveText('3 orders')
  await expect(at(page, 'orders-filter-state-done')).toHaveText('Done3')
})
