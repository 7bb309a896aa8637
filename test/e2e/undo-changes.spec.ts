import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { addAlpha } from '#test/e2e/support/zone-and-plan-steps.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { addRecord, confirmAction, openDomain } from '#test/e2e/support/user-steps.ts'

const shop = 'alpha-shop.example'

test('The message after a change of a record and the message after a job lead to the plan back', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAlpha(page, simulator)
  await openDomain(page, shop)
  await addRecord(page, { type: 'A', host: 'blog', content: '192.0.2.44' })
  await confirmAction(page)
  const message = page.getByTestId('undo-message')
  await expect(message).toContainText('blog')
  await expectAccessible(page, 'message with the way back')
  await message.getByTestId('undo-message-action').press('Enter')
  await expect(page.getByTestId('plan-change').locator('del')).toContainText('192.0.2.44')
  await expect(message).toHaveCount(0)
  await page.getByTestId('plan-run').click()
  const hosts = () =>
    [...(simulator.world.owners.get(shop)?.domains.get(shop)?.records.values() ?? [])].map(({ host }) => host)
  await expect(message).toContainText(`${shop}: 1 done`)
  expect(hosts()).not.toContain('blog')
  await message.getByTestId('undo-message-action').click()
  await expect(page.getByTestId('plan-change').locator('ins')).toContainText('192.0.2.44')
})
