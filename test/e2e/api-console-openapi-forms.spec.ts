import { join } from 'node:path'
import { mailDocumentPath } from '#test/main/openapi/build-and-import-openapi-documents.ts'
import { readMailOpenapiDocument } from '#test/main/openapi/read-mail-openapi-document.ts'
import { startSimulator, type Simulator } from '#simulator/start-simulator.ts'
import type { Page } from '@playwright/test'
import { expect, test, type AppHarness } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { secrets, smallWorld } from '#test/e2e/support/small-world.ts'
import {
  addAccountByCommands,
  confirmAction,
  openArea,
  startSync,
  waitUntilListsRead,
} from '#test/e2e/support/user-steps.ts'

test.setTimeout(240_000)

const servername = 'alphaweb.simulator.example'
const path = `/v1/server/${servername}/mail-account`
const password = 'Canary-Mail-7781'

/** Answers the next dialog for opening a file. */
async function chooseDocument(harness: AppHarness, filePath: string): Promise<void> {
  await harness.app().app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, filePath)
}

const operation = (page: Page, summary: string) => page.getByTestId('openapi-operation').filter({ hasText: summary })
const field = (page: Page, name: string) => page.getByTestId('openapi-form').getByTestId(`field-${name}`)
const sent = ({ ledger }: Simulator) =>
  ledger.requests.flatMap(({ method, target, bodyJson }) =>
    target.includes('mail-account') ? [[method, target, bodyJson]] : [],
  )

async function checkInBothThemes(page: Page, what: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await callMain(page, 'app.saveSettings', { theme })
    await expectAccessible(page, `${what}, ${theme}`)
  }
}

test('Operations of an imported OpenAPI document are sent from forms, checked before, saved, and pinned to servers', async ({
  harness,
}) => {
  const simulator = await startSimulator({ world: { ...smallWorld, openapi_document: readMailOpenapiDocument() } })
  const page = await harness.start()
  await addAccountByCommands(page, {
    label: 'Alpha',
    url: simulator.url,
    keys: [{ label: 'all', secret: secrets.alpha }],
  })
  await startSync(page)
  await waitUntilListsRead(page)

  await test.step('A file that is no OpenAPI document is refused with its reason, and a document is imported', async () => {
    await openArea(page, 'console')
    await page.getByTestId('console-source-openapi').click()
    await expect(page.getByTestId('openapi-picker')).toContainText('No OpenAPI document')
    await checkInBothThemes(page, 'console without a document')
    await chooseDocument(harness, join(import.meta.dirname, '../../package.json'))
    await page.getByTestId('openapi-import').click()
    await expect(page.getByTestId('openapi-refused')).toContainText('The field “openapi” with a version is missing.')
    await chooseDocument(harness, mailDocumentPath)
    await page.getByTestId('openapi-import').click()
    await expect(page.getByTestId('openapi-document')).toContainText('Invented mail accounts')
    await expect(page.getByTestId('openapi-refused')).toHaveCount(0)
  })

  await test.step('Wrong values are named at their fields, and are not sent', async () => {
    await page.getByTestId('openapi-group').filter({ hasText: 'Mail accounts' }).click()
    await operation(page, 'Add a mail account').click()
    await field(page, 'servername').fill(servername)
    await expect(page.getByTestId('console-path')).toHaveValue(path)
    await field(page, 'address').fill('no address')
    await field(page, 'password').fill('short')
    await field(page, 'quota_mb').fill('0')
    await page.getByTestId('console-send').click()
    await expect(page.getByTestId('openapi-issues')).toHaveText('3 problems in the values')
    await expect(page.getByTestId('openapi-form').getByTestId('error-password')).toContainText('at least 10 characters')
    await expect(page.getByTestId('confirm')).toHaveCount(0)
    await checkInBothThemes(page, 'form with values to correct')
    expect(sent(simulator)).toEqual([])
  })

  await test.step('A change is sent after its confirmation with the hidden password, and its answer is shown as fields', async () => {
    await field(page, 'address').fill('info@alpha-shop.example')
    await field(page, 'password').fill(password)
    await field(page, 'quota_mb').fill('500')
    await expect(page.getByTestId('openapi-issues')).toHaveCount(0)
    await page.getByTestId('console-send').click()
    await confirmAction(page)
    await expect(page.getByTestId('console-status')).toHaveText('200')
    await expect(page.getByTestId('answer-display')).toContainText('info@alpha-shop.example')
    expect(sent(simulator)).toEqual([['POST', path, { address: 'info@alpha-shop.example', password, quota_mb: 500 }]])
    await checkInBothThemes(page, 'answer as fields')
    await page.getByTestId('console-part-body').click()
    await expect(page.getByTestId('console-body')).toContainText('"password": "{{password}}"')
  })

  await test.step('A saved request asks for the password again', async () => {
    await page.getByTestId('console-save').click()
    await page.getByTestId('console-save-name').fill('New mailbox')
    await page.getByTestId('console-save-action').click()
    await page.locator('.saved-list .choice', { hasText: 'New mailbox' }).click()
    await page.getByTestId('console-send').click()
    await page.getByTestId('console-variable-password').fill(`${password}-2`)
    await page.getByTestId('console-variables-send').click()
    await confirmAction(page)
    await expect(page.getByTestId('console-status')).toHaveText('422')
    expect(sent(simulator).at(-1)?.[2]).toMatchObject({ password: `${password}-2` })
  })

  await test.step('An address in the path is sent with its @ encoded, a name in Punycode', async () => {
    await page.getByTestId('console-source-openapi').click()
    await page.getByTestId('openapi-group').filter({ hasText: 'Mail accounts' }).click()
    await operation(page, 'Read a mail account').click()
    await field(page, 'servername').fill(servername)
    await field(page, 'address').fill('info@alpha-shop.example')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByTestId('console-status')).toHaveText('200')
    expect(sent(simulator).at(-1)?.[1]).toBe(`${path}/info%40alpha-shop.example`)
    await field(page, 'address').fill('info@日本語.example')
    await expect(page.getByTestId('console-path')).toHaveValue(`${path}/info%40xn--wgv71a119e.example`)
  })

  await test.step('An operation that spends money leads to its own screen', async () => {
    await page.getByTestId('openapi-group').filter({ hasText: 'Paid' }).click()
    await operation(page, 'Renew a domain').click()
    await expect(page.getByTestId('console-paid')).toHaveText(/This operation costs money.*Renew domains/)
    await expect(page.getByTestId('console-send')).toBeDisabled()
    await expectAccessible(page, 'paid operation')
  })

  await test.step('A reading is pinned to the page of each server, and is shown there as a table', async () => {
    await operation(page, 'List mail accounts').click()
    await page.getByTestId('openapi-pin').click()
    await expect(page.getByTestId('openapi-pin')).toBeDisabled()
    await openArea(page, 'servers')
    await page.getByTestId('servers-table').getByRole('row').filter({ hasText: 'alphaweb' }).click()
    await expect(
      page.getByTestId('pinned-reading').getByRole('cell', { name: 'info@alpha-shop.example' }),
    ).toBeVisible()
    await checkInBothThemes(page, 'pinned reading')
  })

  await test.step('日本語の画面でも、フォームの値を確認してから送信する', async () => {
    await callMain(page, 'app.saveSettings', { language: 'ja' })
    await openArea(page, 'console')
    await page.getByTestId('console-source-openapi').click()
    await page.getByTestId('openapi-group').filter({ hasText: 'Mail accounts' }).click()
    await operation(page, 'Change a mail account').click()
    // The operation that was open before has a field of the same name.
    await expect(page.getByRole('form', { name: 'Change a mail account' })).toBeVisible()
    await field(page, 'servername').fill(servername)
    await field(page, 'address').fill('info@alpha-shop.example')
    await field(page, 'quota_mb').fill('0')
    await page.getByTestId('console-send').click()
    await expect(page.getByTestId('openapi-issues')).toContainText('1')
    await field(page, 'quota_mb').fill('900')
    await expect(page.getByTestId('openapi-issues')).toHaveCount(0)
    await page.getByTestId('console-send').click()
    await confirmAction(page)
    await expect(page.getByTestId('console-outcome')).toHaveText('変更済み')
    expect(sent(simulator).at(-1)).toEqual(['PUT', `${path}/info%40alpha-shop.example`, { quota_mb: 900 }])
    await checkInBothThemes(page, '日本語: 文書の操作')
  })
  await simulator.close()
})
