import type { Page } from '@playwright/test'
import { callChannel } from '#shared/ipc/preload-bridge.ts'
import { startSimulator } from '#simulator/start-simulator.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { permissiveRateLimits } from '#test/permissive-rate-limits.ts'
import { expect, test, type AppHarness } from '#test/e2e/support/app-fixtures.ts'
import { findFilesContaining } from '#test/e2e/support/find-files-containing.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { secrets } from '#test/e2e/support/small-world.ts'
import { addAccountByCommands, confirmAction, openAccountForm, openSearch } from '#test/e2e/support/user-steps.ts'

test.use({ tracesMessages: true })

const limits = { domain: permissiveRateLimits, server: permissiveRateLimits, account: permissiveRateLimits }
const number = (index: number) => String(index + 1).padStart(2, '0')
const secretOf = (index: number) => `wombat-pasted-key-${number(index)}-5Qx8`

/** 30 users, each with one key and one domain. */
const world = {
  auth_block: null,
  limits,
  users: Array.from({ length: 30 }, (_, index) => ({
    name: `user${number(index)}`,
    keys: [{ token: secretOf(index) }],
    domains: [{ domain_name: `shop-${number(index)}.example` }],
  })),
} satisfies WorldFile

/**
 * Closes the app. Checks that no file, output or message contains a key, except the messages that test a key: one for
 * each test.
 */
async function expectKeysOnlyInTests(
  harness: AppHarness,
  tested: Readonly<Record<string, number>>,
  untested: readonly string[] = [],
) {
  const keys = [...Object.keys(tested), ...untested]
  for (const key of keys) expect(findFilesContaining(harness.profile, key), 'files while the app runs').toEqual([])
  await harness.app().close()
  for (const key of keys) {
    expect(findFilesContaining(harness.profile, key), 'files of the profile').toEqual([])
    expect(harness.output(), 'stdout and stderr').not.toContain(key)
  }
  if (harness.messages().length === 0) return // the real Electron is not traced
  for (const key of keys) {
    const carrying = harness.messages().filter((message) => JSON.stringify(message).includes(key))
    expect(carrying.map(({ direction, kind, channel }) => ({ direction, kind, channel }))).toEqual(
      Array.from({ length: tested[key] ?? 0 }, () => ({ direction: 'to-main', kind: 'invoke', channel: callChannel })),
    )
    for (const message of carrying) expect(JSON.stringify(message)).toContain('accounts.tryKey')
  }
}

async function paste(page: Page, lines: readonly string[]): Promise<void> {
  const field = page.getByTestId('paste-text')
  await field.focus()
  // One insertion, as the clipboard makes it.
  await page.keyboard.insertText(lines.join('\n'))
  await expect(field).not.toHaveValue('')
}

const row = (page: Page, line: number) => page.getByTestId('paste-row').and(page.locator(`[data-line="${line}"]`))
const state = (page: Page, line: number) => row(page, line).getByTestId('paste-result')

test('30 accounts are pasted and added in one go, and no key is anywhere but in its one test', async ({ harness }) => {
  const simulator = await startSimulator({ world })
  const unreadSecret = 'wombat-of-a-bad-line-7Zk1'
  const page = await harness.start()
  await page.getByTestId('welcome-paste-accounts').click()
  await expect(page.getByTestId('paste-text')).toHaveAttribute('autocomplete', 'off')
  await expect(page.getByTestId('paste-text')).toHaveAttribute('spellcheck', 'false')
  await expectAccessible(page, 'paste: the form')
  await page.getByTestId('paste-url').fill(simulator.url)
  // The last user's key is mistyped, another key is given twice, and one line has no label.
  const lines = Array.from(
    { length: 29 },
    (_, index) => `${secretOf(index)}\tShop ${number(index)}\tFolder ${index % 3}`,
  )
  await paste(page, [
    'API key\tAccount\tFolder',
    ...lines,
    `${secrets.unknown}\tShop 30\tFolder 0`,
    '',
    `${unreadSecret}\t\tFolder 0`,
    `${secretOf(28)}\tShop 31\tFolder 1`,
  ])
  await page.getByTestId('paste-read').click()
  await expect(page.getByTestId('paste-text')).toHaveCount(0)
  await expect(page.getByTestId('paste-counts')).toHaveText('30 accounts · 30 keys · 2 problems in the pasted table')
  await expect(row(page, 33)).toContainText('“Label” is empty.')
  await expect(row(page, 34)).toContainText('The same API key as in line 30.')
  expect(await page.content()).not.toContain('wombat')
  await expectAccessible(page, 'paste: the lines')
  expect(simulator.ledger.requests).toEqual([])

  await page.getByTestId('paste-test').click()
  await expect(state(page, 31)).toHaveAttribute('data-state', 'failed', { timeout: 120_000 })
  await expect(state(page, 31)).toContainText('UNAUTHORIZED')
  await expect(state(page, 2)).toContainText('Access to 1 domain')
  await expect(state(page, 2)).toContainText('Domain: Read and write')
  await expectAccessible(page, 'paste: the results')
  await page.getByTestId('paste-add').click()
  await expect(page.getByTestId('paste-status')).toHaveText('29 accounts added', { timeout: 120_000 })
  await expect(page.getByTestId('sidebar-account')).toHaveCount(29)
  await expect(state(page, 2)).toHaveAttribute('data-state', 'added')
  await expectAccessible(page, 'paste: the added accounts')

  // The first sync of each account has begun.
  await expect
    .poll(async () => (await callMain(page, 'accounts.list', null)).filter(({ domains }) => domains === 1).length, {
      timeout: 120_000,
    })
    .toBe(29)
  await page.getByTestId('paste-overview').click()
  await expect(page.getByTestId('area-overview')).toHaveAttribute('aria-current', 'page')
  // Proves that the search in the files works, with a name that is stored.
  expect(findFilesContaining(harness.profile, 'shop-01.example')).not.toEqual([])
  const tested = [...Array.from({ length: 29 }, (_, index) => secretOf(index)), secrets.unknown]
  await expectKeysOnlyInTests(harness, Object.fromEntries(tested.map((key) => [key, 1])), [unreadSecret])
  await simulator.close()
})

test('Refused keys stop the tests before the address is blocked, and the user decides to go on, in Japanese by keyboard', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await callMain(page, 'app.saveSettings', { language: 'ja' })
  await page.getByTestId('welcome-paste-accounts').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '複数のアカウントを追加' })).toBeVisible()
  await page.getByTestId('paste-url').focus()
  await page.keyboard.type(simulator.url)
  await page.keyboard.press('Tab')
  await expect(page.getByTestId('paste-text')).toBeFocused()
  const refused = ['wombat-refused-one-3Gf2', 'wombat-refused-two-9Lp4']
  await page.keyboard.insertText(
    [
      '表示名,APIキー',
      `東京,${refused[0]}`,
      `大阪,${refused[1]}`,
      `名古屋,${secrets.alpha}`,
      `京都,${secrets.beta}`,
    ].join('\n'),
  )
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('paste-test')).toBeFocused()
  await expect(page.getByTestId('paste-test')).toHaveText('APIキー 4 件を確認')
  await page.keyboard.press('Enter')
  const notice = page.locator('[data-test="error-notice"][data-kind="address_guarded"]')
  await expect(notice).toContainText('確認の済んでいないAPIキーが 2 件あります')
  await expect(state(page, 4)).toHaveAttribute('data-state', 'waiting')
  await expect(page.getByTestId('paste-test')).toBeDisabled()
  expect(simulator.ledger.requests.map(({ path }) => path)).toEqual(['/v1/me', '/v1/me'])
  await expectAccessible(page, 'paste: refused keys, Japanese')
  await page.getByTestId('paste-resume').focus()
  await page.keyboard.press('Enter')
  await expect(state(page, 5)).toHaveAttribute('data-state', 'works')
  // The focus is at the results: what follows them is the button that adds.
  await expect(page.getByRole('region', { name: '表' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('paste-status')).toHaveText('アカウント 2 件を追加しました')
  await expect(page.getByTestId('sidebar-account')).toHaveCount(2)
  const [one = '', two = ''] = refused
  await expectKeysOnlyInTests(harness, { [one]: 1, [two]: 1, [secrets.alpha]: 2, [secrets.beta]: 1 })
})

test('Nothing is sent offline, and leaving the page forgets the keys after a question', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAccountByCommands(page, {
    label: 'Beta',
    url: simulator.url,
    keys: [{ label: 'all', secret: secrets.beta }],
  })
  await callMain(page, 'app.saveSettings', { isOffline: true })
  await openAccountForm(page)
  await page.getByTestId('paste-accounts').click()
  await expect(page.getByTestId('paste-url')).toHaveValue(simulator.url)
  await paste(page, [`Alpha\t\t\t\t${secrets.alpha}`])
  await page.getByTestId('paste-read').click()
  await expect(page.getByTestId('paste-test')).toBeDisabled()
  await expect(page.getByTestId('paste-status')).toHaveText('Working offline. Go online to test a key.')
  await page.getByTestId('area-domains').click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(row(page, 1)).toContainText('Alpha')
  await callMain(page, 'app.saveSettings', { isOffline: false })
  expect(simulator.ledger.requests.filter(({ userName }) => userName !== 'beta')).toEqual([])
  await page.getByTestId('paste-test').click()
  await expect(state(page, 1)).toHaveAttribute('data-state', 'works')
  await page.getByTestId('area-domains').click()
  await expectAccessible(page, 'paste: the question')
  await confirmAction(page)
  await expect(page.getByTestId('area-domains')).toHaveAttribute('aria-current', 'page')
  await expect
    .poll(() => harness.messages().filter((each) => JSON.stringify(each).includes('accounts.discardPendingKey')).length)
    .toBe(harness.messages().length === 0 ? 0 : 1)
  await openSearch(page, 'paste')
  await page.getByRole('option', { name: 'Add several accounts…' }).click()
  await expect(page.getByTestId('paste-text')).toHaveValue('')
  await expect(page.getByTestId('sidebar-account')).toHaveCount(1)
})

test('A pasted key that sees what an account shows is added to that account only if the user chooses it', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAccountByCommands(page, {
    label: 'Alpha',
    url: simulator.url,
    keys: [{ label: 'all', secret: secrets.alpha }],
  })
  await callMain(page, 'sync.start', { accountIds: null })
  await expect.poll(async () => (await callMain(page, 'accounts.list', null))[0]?.domainsReadAt).not.toBeNull()
  await openAccountForm(page)
  await page.getByTestId('paste-accounts').click()
  await paste(page, [
    `Reading\t\t\tread\t${secrets.alphaRead}`,
    `ALPHA\t\t\t\t${secrets.alpha}`,
    `Beta\t\t\t\t${secrets.beta}`,
  ])
  await page.getByTestId('paste-read').click()
  // Orders name the paying account by its label.
  await expect(page.getByTestId('paste-label-taken')).toHaveText(/Another account has this label/)
  await page.getByTestId('paste-test').click()
  await expect(state(page, 3)).toHaveAttribute('data-state', 'works')
  await expect(state(page, 1).getByTestId('paste-overlap')).toContainText('in the stored lists of Alpha')
  await expect(state(page, 2)).toContainText('This key is already registered')
  await expect(page.getByTestId('paste-add')).toHaveText('Add 1 account')
  await expectAccessible(page, 'paste: a key of a stored account')
  await state(page, 1).getByTestId('paste-destination').click()
  await page.locator('.n-base-select-option', { hasText: 'Add to Alpha' }).click()
  await expect(page.getByTestId('paste-add')).toHaveText('Add 1 account, and 1 key to a stored account')
  await page.getByTestId('paste-add').click()
  await expect(state(page, 1)).toContainText('Added to Alpha')
  await expect(page.getByTestId('sidebar-account')).toHaveCount(2)
  const alpha = (await callMain(page, 'accounts.list', null)).find(({ label }) => label === 'Alpha')
  expect(alpha?.keys.map(({ label }) => label)).toEqual(['all', 'read'])
  // Nothing is left that could be lost, so there is no question.
  await page.getByTestId('paste-start-over').click()
  await expect(page.getByTestId('paste-text')).toHaveValue('')
})
