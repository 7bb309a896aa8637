import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { listWrites, runPlan, servedDomain, servedZone } from '#test/e2e/support/zone-and-plan-steps.ts'
import { openArea, selectDomain } from '#test/e2e/support/user-steps.ts'
import { startWithTwoSyncedAccounts } from '#test/e2e/support/start-with-synced-accounts.ts'

test.setTimeout(180_000)

const shop = 'alpha-shop.example'
const blog = 'beta-blog.example'
/** 「テスト」 in Shift_JIS. */
const comment = Buffer.from([0x23, 0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x0d, 0x0a])
const lines = [
  `${shop},replace,www A 192.0.2.50`,
  `${shop},lock,on`,
  `${blog},add,@ TXT hello`,
  'nowhere.example,lock,on',
  `${blog},add,www A 999.1.1.1`,
]

test('A CSV file of changes becomes a plan that is reviewed before anything is sent', async ({
  harness,
  simulator,
}) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  simulator.ledger.clear()

  await test.step('A dropped file in Shift_JIS shows its changes and the lines that cannot be used', async () => {
    await openArea(page, 'domains')
    await page.getByTestId('domains-csv').click()
    const bytes = [...comment, ...Buffer.from(lines.join('\r\n'))]
    const dropped = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(content)], 'changes.csv'))
      return transfer
    }, bytes)
    await page.getByTestId('import-choose').dispatchEvent('drop', { dataTransfer: dropped })
    await expect(page.getByTestId('import-facts')).toContainText('Shift_JIS')
    await expect(page.getByTestId('csv-counts').getByRole('listitem')).toHaveText([
      '3 usable lines',
      '2 domains',
      '2 accounts',
    ])
    await expect(page.getByTestId('csv-domain').first()).toContainText('A www 192.0.2.50')
    await expect(page.getByTestId('csv-errors')).toContainText('Line 5')
    await expect(page.getByTestId('csv-errors')).toContainText(
      'nowhere.example is in no domain list that Banto has read.',
    )
    await expect(page.getByTestId('csv-errors')).toContainText('Not an IPv4 address.')
  })

  await test.step('A discarded plan leads back to the file', async () => {
    await page.getByTestId('plan-start').click()
    await expect(page.getByTestId('plan-lines').getByTestId('plan-finding')).toHaveCount(2)
    await page.getByTestId('plan-discard').click()
    await expect(page.getByTestId('import-facts')).toContainText('changes.csv')
    await page.getByTestId('plan-start').click()
    await expect(page.getByTestId('plan-run')).toHaveText('Send 3 changes to 2 domains')
    expect(listWrites(simulator)).toEqual([])
    await runPlan(page)
    expect(servedZone(simulator, shop)).toContain('www A 192.0.2.50')
    expect(servedDomain(simulator, shop).lock.isLocked).toBe(true)
    expect(servedZone(simulator, blog)).toContain('@ TXT hello')
  })

  await test.step('A file for the selected domains leaves out the others', async () => {
    await openArea(page, 'domains')
    await selectDomain(page, shop)
    await page.getByTestId('domains-change').click()
    await page.getByTestId('bulk-csv').click()
    await page.locator('#import-text').fill(`${shop},ttl,600\n${blog},ttl,600`)
    await expect(page.getByTestId('csv-errors')).toContainText(`${blog} is not among the selected domains.`)
    await page.getByTestId('csv-only-selected').click()
    await expect(page.getByTestId('csv-counts')).toContainText('2 domains')
  })

  await test.step('A line that removes a record which the zone does not have is reported in the plan', async () => {
    // The text is planned as typed in the field, although it is read only after a pause.
    await page.locator('#import-text').fill(`${shop},ttl,600\n${shop},remove,nothing A 192.0.2.1`)
    await page.getByTestId('plan-start').click()
    await expect(page.getByTestId('plan-lines').getByTestId('plan-finding')).toHaveText(
      /Line 2.*The zone as read at \d{4}-\d\d-\d\d \d\d:\d\d \(Japan time\) has no record “nothing A 192\.0\.2\.1”\./s,
    )
    await page.getByTestId('plan-discard').click()
  })
})
