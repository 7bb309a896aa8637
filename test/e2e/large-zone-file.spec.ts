import type { Locator, Page } from '@playwright/test'
import { startSimulator, type Simulator } from '#simulator/start-simulator.ts'
import { listWrites, openDrawerOfZoneMenu, runPlan, servedDomain } from '#test/e2e/support/zone-and-plan-steps.ts'
import { expect, test as desktop } from '#test/e2e/support/app-fixtures.ts'
import { openDomain, startSync, addAccountByCommands, waitUntilSynced } from '#test/e2e/support/user-steps.ts'
import { secrets } from '#test/e2e/support/small-world.ts'
import {
  listRecords,
  domainOfZoneFile,
  expectedRecords,
  expectedRefusals,
  zoneFileOf300Lines,
} from '#test/zone-file-of-300-lines/expected-records-and-refusals.ts'

/** An older state of the zone, so that the changes take less than a minute's quota. */
function olderRecords(): typeof expectedRecords {
  const kept = expectedRecords.slice(0, -15)
  const moved = kept.map((record) =>
    /^pc00[1-4]\./.test(record.host) ? { ...record, content: '192.0.2.200' } : record,
  )
  return [...moved, { type: 'A', host: 'fax.office', content: '192.0.2.201', ttl: 3600, priority: 0 }]
}

const test = desktop.extend<{ office: Simulator }>({
  office: async ({}, use) => {
    const domains = [{ domain_name: domainOfZoneFile, records: olderRecords() }]
    const simulator = await startSimulator({
      world: { users: [{ name: 'alpha', keys: [{ token: secrets.alpha }], domains }] },
    })
    await use(simulator)
    await simulator.close()
  },
})

async function dropFile(page: Page, target: Locator, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content as string], fileName as string))
      return transfer
    },
    [name, text],
  )
  await target.dispatchEvent('drop', { dataTransfer })
}

test('A zone file of 300 lines is dropped on the import, each refused line is shown with its reason, and the zone is then what the file says', async ({
  harness,
  office,
}) => {
  expect(zoneFileOf300Lines.trimEnd().split('\n')).toHaveLength(300)
  const page = await harness.start()
  const keys = [{ label: 'all', secret: secrets.alpha }]
  await addAccountByCommands(page, { label: 'Alpha', url: office.url, keys })
  await startSync(page)
  await waitUntilSynced(page)
  await openDomain(page, domainOfZoneFile)
  await openDrawerOfZoneMenu(page, 'Import')
  await dropFile(page, page.getByTestId('import-choose'), 'office.zone', zoneFileOf300Lines)

  await expect(page.getByTestId('import-facts')).toContainText('office.zone')
  await expect(page.getByTestId('import-count')).toHaveText(`${expectedRecords.length} records found`)
  await expect(page.getByTestId('import-errors').getByRole('heading')).toHaveText('12 lines cannot be used')
  await expect(page.getByTestId('import-errors').locator('li')).toContainText(
    expectedRefusals.map(({ line, reason }) => new RegExp(`Line ${line} .*${reason.replaceAll('$', '\\$')}`)),
  )

  await page.getByTestId('import-mode-replace').click()
  await page.getByTestId('plan-start').click()
  await expect(page.getByTestId('plan-change-counts').getByRole('definition')).toHaveText([
    '15 records to add',
    '4 records to change',
    '1 record to delete',
  ])
  await expect(page.getByTestId('plan-lines').getByTestId('plan-finding')).toHaveCount(expectedRefusals.length)
  office.ledger.clear()
  await runPlan(page)
  expect(listRecords(servedDomain(office, domainOfZoneFile).records.values())).toEqual(listRecords(expectedRecords))
  expect(listWrites(office)).toHaveLength(20)
})
