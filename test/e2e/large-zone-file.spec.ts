import type { Locator, Page } from '@playwright/test'
import { startSimulator, type Simulator } from '#simulator/start-simulator.ts'
import { listWrites, openZoneTool, runPlan, servedDomain } from '#test/e2e/support/dns-steps.ts'
import { expect, test as desktop } from '#test/e2e/support/app-fixtures.ts'
import { openDomain, startSync, addAccountByCommands, waitUntilSynced } from '#test/e2e/support/user-steps.ts'
import { secrets } from '#test/e2e/support/small-world.ts'
import {
  listRecords,
  officeDomain,
  officeRecords,
  officeRefusals,
  officeZoneFile,
} from '#test/office-zone/office-zone.ts'

/** An older state of the zone, so that the changes take less than a minute's quota. */
function olderRecords(): typeof officeRecords {
  const kept = officeRecords.slice(0, -15)
  const moved = kept.map((record) =>
    /^pc00[1-4]\./.test(record.host) ? { ...record, content: '192.0.2.200' } : record,
  )
  return [...moved, { type: 'A', host: 'fax.office', content: '192.0.2.201', ttl: 3600, priority: 0 }]
}

const test = desktop.extend<{ office: Simulator }>({
  office: async ({}, use) => {
    const domains = [{ domain_name: officeDomain, records: olderRecords() }]
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
  expect(officeZoneFile.trimEnd().split('\n')).toHaveLength(300)
  const page = await harness.start()
  const keys = [{ label: 'all', secret: secrets.alpha }]
  await addAccountByCommands(page, { label: 'Alpha', url: office.url, keys })
  await startSync(page)
  await waitUntilSynced(page)
  await openDomain(page, officeDomain)
  await openZoneTool(page, 'Import')
  await dropFile(page, page.getByTestId('import-choose'), 'office.zone', officeZoneFile)

  await expect(page.getByTestId('import-facts')).toContainText('office.zone')
  await expect(page.getByTestId('import-count')).toHaveText(`${officeRecords.length} records found`)
  await expect(page.getByTestId('import-errors').getByRole('heading')).toHaveText('12 lines cannot be used')
  await expect(page.getByTestId('import-errors').locator('li')).toContainText(
    officeRefusals.map(({ line, reason }) => new RegExp(`Line ${line} .*${reason.replaceAll('$', '\\$')}`)),
  )

  await page.getByTestId('import-mode-replace').click()
  await page.getByTestId('plan-start').click()
  await expect(page.getByTestId('plan-change-counts').getByRole('definition')).toHaveText([
    '15 records to add',
    '4 records to change',
    '1 record to delete',
  ])
  await expect(page.getByTestId('plan-lines').getByTestId('plan-finding')).toHaveCount(officeRefusals.length)
  office.ledger.clear()
  await runPlan(page)
  expect(listRecords(servedDomain(office, officeDomain).records.values())).toEqual(listRecords(officeRecords))
  expect(listWrites(office)).toHaveLength(20)
})
