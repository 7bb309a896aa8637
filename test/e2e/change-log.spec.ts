import type { Page } from '@playwright/test'
import type { CompleteRecordInput } from '#shared/ipc/dns.ts'
import type { Simulator } from '#simulator/start-simulator.ts'
import { expect, test, type AppHarness } from '#test/e2e/support/app-fixtures.ts'
import { callMain, callMainForEnvelope } from '#test/e2e/support/call-main.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { watchCopiedTexts } from '#test/e2e/support/watch-copied-texts.ts'
import { saveCsv } from '#test/e2e/support/save-and-read-csv.ts'
import { secrets } from '#test/e2e/support/small-world.ts'
import {
  addAccountByCommands,
  chooseOption,
  openArea,
  startSync,
  waitUntilSynced,
} from '#test/e2e/support/user-steps.ts'

const shop = 'alpha-shop.example'
const blog = 'beta-blog.example'
/** A spreadsheet would take the label for a formula. */
const formulaLabel = '=1+1 Beta'

/** Changes of two accounts: an address, a text, an addition that the service refuses, and name servers. */
async function makeChanges(page: Page, simulator: Simulator): Promise<void> {
  await addAccountByCommands(page, {
    label: 'Alpha',
    url: simulator.url,
    keys: [{ label: 'all', secret: secrets.alpha }],
  })
  await addAccountByCommands(page, {
    label: formulaLabel,
    url: simulator.url,
    keys: [{ label: 'all', secret: secrets.beta }],
  })
  await startSync(page)
  await waitUntilSynced(page)
  const accounts = await callMain(page, 'accounts.list', null)
  const idOf = (label: string) => accounts.find((account) => account.label === label)?.id ?? ''
  const [alpha, beta] = [idOf('Alpha'), idOf(formulaLabel)]

  const { data: zone } = await callMain(page, 'dns.zone', { accountId: alpha, domain: shop })
  const www = zone?.find(({ host }) => host === 'www')
  if (!www) throw new Error('The zone has no www')
  const record = { type: 'A', host: 'www', content: '192.0.2.99', ttl: 3600, priority: 0 } satisfies CompleteRecordInput
  const zoneOf = (accountId: string, domain: string) => ({ accountId, domain })
  await callMain(page, 'dns.apply', { ...zoneOf(alpha, shop), change: { kind: 'change', before: www, after: record } })
  const text = { ...record, type: 'TXT', host: 'note', content: '=HYPERLINK("x"), and more' } as const
  await callMain(page, 'dns.apply', { ...zoneOf(beta, blog), change: { kind: 'add', after: text } })

  simulator.faults.add({
    match: { method: 'POST' },
    times: 1,
    fault: {
      kind: 'status',
      status: 422,
      code: 'VALIDATION_ERROR',
      body: { error: { code: 'VALIDATION_ERROR', message: '@refused by the service' } },
    },
  })
  const refused = { ...record, host: 'refused' }
  await callMainForEnvelope(page, 'dns.apply', { ...zoneOf(alpha, shop), change: { kind: 'add', after: refused } })

  const domains = [{ accountId: beta, name: blog }]
  const source = { kind: 'nameservers' as const, nameservers: ['ns1.other.example', 'ns2.other.example'] }
  await callMain(page, 'plans.create', { planId: 'name-servers', domains, source })
  await callMain(page, 'plans.run', { planId: 'name-servers', typed: null, excluded: [] })
}

/** Saves the list, and checks that the file has the rows that the list shows, in the same order. */
async function saveShownChanges(
  page: Page,
  harness: AppHarness,
  name: string,
  count: number,
): Promise<Record<string, string>[]> {
  await expect(page.getByTestId('activity-count')).toHaveText(count === 1 ? '1 change' : `${count} changes`)
  const saved = await saveCsv(page, harness, { button: 'activity-export', name })
  const shown = page.getByTestId('activity-table').locator('[role="row"][aria-rowindex]:not([aria-rowindex="1"])')
  await expect(shown).toHaveCount(saved.length)
  expect(saved).toHaveLength(count)
  for (const [index, row] of saved.entries())
    for (const column of ['Time (Japan)', 'Domain or server', 'Result'])
      await expect(shown.nth(index)).toContainText(row[column] as string)
  return saved
}

async function chooseInFilter(page: Page, filter: string, text: string): Promise<void> {
  await chooseOption(page, page.getByTestId(filter), text)
  await page.keyboard.press('Escape')
}

test('The list of changes is filtered by text, kind, result and account, its CSV has exactly what is shown, and a menu opens a change and copies its texts', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await makeChanges(page, simulator)
  await openArea(page, 'activity')
  const all = await saveShownChanges(page, harness, 'all.csv', 4)
  expect(
    all.map(({ Kind: kind, 'Domain or server': domain, Result: result }) => [kind, domain, result].join(' ')),
  ).toEqual([
    `Name servers ${blog} Done`,
    `Add record ${shop} Not made`,
    `Add record ${blog} Done`,
    `Change record ${shop} Done`,
  ])
  // An apostrophe keeps a spreadsheet from computing the cell.
  expect(all.map(({ Account: account }) => account)).toEqual([`'${formulaLabel}`, 'Alpha', `'${formulaLabel}`, 'Alpha'])
  expect(all[1]).toMatchObject({ 'Error code': 'VALIDATION_ERROR', 'Error message': "'@refused by the service" })
  expect(all[2]).toMatchObject({ Before: '', Requested: `note.${blog} 3600 TXT =HYPERLINK("x"), and more` })
  for (const row of all) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@]/)

  await page.getByTestId('activity-filter-text').fill('192.0.2.99 www')
  const [changed] = await saveShownChanges(page, harness, 'text.csv', 1)
  expect(changed).toMatchObject({ Before: `www.${shop} 3600 A 192.0.2.10`, Requested: `www.${shop} 3600 A 192.0.2.99` })
  await page.getByTestId('clear-filters').click()

  await chooseInFilter(page, 'activity-filter-kinds', 'Add record')
  await saveShownChanges(page, harness, 'added.csv', 2)
  await chooseInFilter(page, 'activity-filter-results', 'Not made')
  const [refused] = await saveShownChanges(page, harness, 'refused.csv', 1)
  expect(refused).toMatchObject({ 'Domain or server': shop, Result: 'Not made' })
  // What was refused is not shown as the value after a change.
  const refusedRow = page.getByTestId('activity-table').getByRole('row').filter({ hasText: shop })
  const copied = await watchCopiedTexts(page)
  await refusedRow.getByText('Not made').click({ button: 'right' })
  await expectAccessible(page, 'context menu of a change')
  await page.getByTestId('menu-copy-cell').click()
  await expect.poll(copied).toBe('Not made')
  await expect(page.getByTestId('activity-table').getByRole('grid')).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByTestId('menu-open')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect.poll(copied).toMatch(/^\d{4}-\d\d-\d\d.*\talpha-shop\.example\t.*Not made/)
  await page.keyboard.press('Shift+F10')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('change-drawer').getByRole('term')).toContainText(['Requested'])
  await expect(page.getByTestId('change-drawer').getByTestId('error-at')).toContainText('Attempt: ')
  await expect(
    page
      .getByTestId('change-drawer')
      .getByRole('term')
      .filter({ hasText: /^After$/ }),
  ).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByTestId('clear-filters').click()

  await page.getByTestId('sidebar-account').filter({ hasText: 'Beta' }).click()
  const ofBeta = await saveShownChanges(page, harness, 'beta.csv', 2)
  expect(new Set(ofBeta.map(({ 'Domain or server': domain }) => domain))).toEqual(new Set([blog]))

  await page.getByTestId('activity-filter-text').fill('matches nothing')
  await expect(page.getByTestId('activity-count')).toHaveText('0 changes')
  await expect(page.getByTestId('activity-export')).toBeDisabled()
})
