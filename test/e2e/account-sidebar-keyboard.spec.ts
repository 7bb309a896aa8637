import type { Locator, Page } from '@playwright/test'
import { startSimulator } from '#simulator/start-simulator.ts'
import { expect, test, type AppHarness } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { secrets } from '#test/e2e/support/small-world.ts'
import { addAccountByCommands } from '#test/e2e/support/user-steps.ts'

/** The accessible name of the focused element, or its text. */
function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement
    return (focused?.getAttribute('aria-label') ?? focused?.textContent ?? '').trim()
  })
}

/**
 * Starts the app with one account for each label and folder, on a simulator of its own, which is closed after `run`.
 */
async function withAccounts(
  harness: AppHarness,
  accounts: readonly (readonly [label: string, folder: string])[],
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const token = (index: number) => `token-of-account-${index}`
  const simulator = await startSimulator({
    world: { auth_block: null, users: accounts.map(([name], index) => ({ name, keys: [{ token: token(index) }] })) },
  })
  const page = await harness.start()
  for (const [index, [label, folder]] of accounts.entries())
    await addAccountByCommands(page, {
      label,
      folder,
      url: simulator.url,
      keys: [{ label: 'all', secret: token(index) }],
    })
  await run(page)
  await simulator.close()
}

function account(page: Page, label: string): Locator {
  return page.getByTestId('sidebar-account').filter({ hasText: label })
}

function folder(page: Page, name: string): Locator {
  return page.getByTestId('sidebar-folder').filter({ hasText: name })
}

async function expectSelected(page: Page, labels: readonly string[]): Promise<void> {
  await expect(page.locator('[data-test=sidebar-account][aria-pressed=true]')).toHaveText(labels)
}

const fiveAccounts = [
  ['Single', ''],
  ['North 1', 'North'],
  ['North 2', 'North'],
  ['South 1', 'South'],
  ['South 2', 'South'],
] as const

test('The account list is one tab stop, and arrow keys, Home and End move in it', async ({ harness, simulator }) => {
  const page = await harness.start()
  for (const [label, secret] of [
    ['Alpha', secrets.alpha],
    ['Beta', secrets.beta],
  ] as const)
    await addAccountByCommands(page, { label, folder: 'Shops', url: simulator.url, keys: [{ label: 'all', secret }] })

  await page.getByTestId('add-account').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByTestId('sidebar-all')).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await focusedName(page)).toBe('Collapse the sidebar')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByTestId('sidebar-all')).toBeFocused()

  await page.keyboard.press('ArrowDown')
  expect(await focusedName(page)).toMatch(/^Shops/)
  await page.keyboard.press('ArrowDown')
  expect(await focusedName(page)).toMatch(/^Alpha,/)
  await page.keyboard.press('End')
  expect(await focusedName(page)).toMatch(/^Beta,/)
  await page.keyboard.press('ArrowDown')
  expect(await focusedName(page)).toMatch(/^Beta,/)
  await page.keyboard.press('Space')
  await expect(page.getByTestId('sidebar-account').filter({ hasText: 'Beta' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Home')
  await expect(page.getByTestId('sidebar-all')).toBeFocused()

  // The list keeps its place while the focus is elsewhere.
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  expect(await focusedName(page)).toMatch(/^Alpha,/)
  await page.keyboard.press('ArrowRight')
  expect(await focusedName(page)).toBe('Open Alpha')
  await page.keyboard.press('ArrowLeft')
  expect(await focusedName(page)).toMatch(/^Alpha,/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('account-view')).toContainText('Alpha')

  // Left moves from an account to its folder and folds it. A folded folder hides its accounts from the keyboard.
  await account(page, 'Alpha').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(folder(page, 'Shops')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(folder(page, 'Shops')).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('End')
  await expect(folder(page, 'Shops')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(account(page, 'Alpha')).toBeFocused()
})

test('In a list of 30 accounts, keys move the focus, and the focused account is in view', async ({ harness }) => {
  const labels = Array.from({ length: 30 }, (_, index) => `${'ABC'[Math.floor(index / 10)]}-shop ${(index % 10) + 1}`)
  const simulator = await startSimulator({
    world: {
      auth_block: null,
      users: labels.map((name, index) => ({ name, keys: [{ token: `token-of-account-${index}` }] })),
    },
  })
  const page = await harness.start()
  for (const [index, label] of labels.entries())
    await addAccountByCommands(page, {
      label,
      url: simulator.url,
      keys: [{ label: 'all', secret: `token-of-account-${index}` }],
    })
  const isFocusInView = () =>
    page.evaluate(() => {
      const row = document.activeElement?.getBoundingClientRect()
      const list = document.querySelector('[role=toolbar]')?.getBoundingClientRect()
      return !!row && !!list && row.top >= list.top && row.bottom <= list.bottom
    })
  await page.getByTestId('sidebar-all').focus()
  await page.keyboard.press('End')
  expect(await focusedName(page)).toMatch(/^C-shop 10,/)
  expect(await isFocusInView()).toBe(true)
  await page.keyboard.press('b')
  expect(await focusedName(page)).toMatch(/^B-shop 1,/)
  expect(await isFocusInView()).toBe(true)
  await page.keyboard.press('b')
  expect(await focusedName(page)).toMatch(/^B-shop 2,/)
  for (let n = 0; n < 15; n += 1) await page.keyboard.press('ArrowDown')
  expect(await focusedName(page)).toMatch(/^C-shop 7,/)
  expect(await isFocusInView()).toBe(true)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('sidebar-account').filter({ hasText: 'C-shop 7' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.keyboard.press('Home')
  await expect(page.getByTestId('sidebar-all')).toBeFocused()
  expect(await isFocusInView()).toBe(true)
  await simulator.close()
})

test('The filter of a long list finds accounts by label and folder, and the selection stays as it is', async ({
  harness,
}) => {
  const accounts = [
    ['サクラ商店', '東京'],
    ...Array.from({ length: 11 }, (_, index) => [`Shop ${index + 11}`, index < 3 ? 'Osaka' : ''] as const),
  ] as const
  await withAccounts(harness, accounts, async (page) => {
    const filter = page.getByTestId('sidebar-filter')
    const rows = page.getByTestId('sidebar-account')
    const count = page.getByTestId('sidebar-shown-count')
    await account(page, 'Shop 21').click()
    await filter.fill('osaka')
    await expect(rows).toHaveText(['Shop 11', 'Shop 12', 'Shop 13'])
    await expect(count).toContainText('3 of 12 accounts')
    await expect(count).toContainText('1 selected account not shown')
    await filter.fill('さくら')
    await expect(rows).toHaveText(['サクラ商店'])
    for (const theme of ['light', 'dark'] as const) {
      await callMain(page, 'app.saveSettings', { theme })
      await expectAccessible(page, `filtered accounts ${theme}`)
    }

    await filter.focus()
    await page.keyboard.press('ArrowDown')
    await expect(folder(page, '東京')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByTestId('sidebar-all')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(filter).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(filter).toHaveValue('')
    await expect(rows).toHaveCount(12)
    await expect(count).toHaveText('')
    await expectSelected(page, ['Shop 21'])
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('sidebar-all')).toBeFocused()
    await page.keyboard.press('/')
    await expect(filter).toBeFocused()
    await page.keyboard.press('Escape')
    await page.getByTestId('sidebar-all').blur()
    await page.keyboard.press('/')
    await expect(filter).toBeFocused()
  })
})

test('A folder selects its accounts and shows whether all or some are selected, and stays folded over a restart', async ({
  harness,
}) => {
  await withAccounts(harness, fiveAccounts, async (page) => {
    const [north, south] = [folder(page, 'North'), folder(page, 'South')]
    await north.click()
    await expectSelected(page, ['North 1', 'North 2'])
    await expect(north).toHaveAttribute('aria-pressed', 'true')
    await expect(south).toHaveAttribute('aria-pressed', 'false')
    await account(page, 'South 2').click({ modifiers: ['Control'] })
    await expect(south).toHaveAttribute('aria-pressed', 'mixed')
    await expect(south).toContainText('1/2')
    await south.click({ modifiers: ['Control'] })
    await expectSelected(page, ['North 1', 'North 2', 'South 1', 'South 2'])
    await north.click({ modifiers: ['Control'] })
    await expectSelected(page, ['South 1', 'South 2'])
    await north.focus()
    await page.keyboard.press('Space')
    await expectSelected(page, ['North 1', 'North 2'])
    await south.focus()
    await page.keyboard.press('Enter')
    await expectSelected(page, ['South 1', 'South 2'])

    await page.getByRole('button', { name: 'Accounts in South' }).click()
    await expect(south).toHaveAttribute('aria-expanded', 'false')
    await expectSelected(page, [])
    await expect(south).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page, 'folded folder')
    await expect
      .poll(async () => (await callMain(page, 'viewState.get', null)).sidebar)
      .toEqual({ foldedFolders: ['South'] })
    await harness.app().close()
    const again = await harness.start()
    await expect(folder(again, 'South')).toHaveAttribute('aria-pressed', 'true')
    await expect(again.getByTestId('sidebar-account')).toHaveText(['Single', 'North 1', 'North 2'])
  })
})

test('Shift selects the accounts from the one chosen last, in the shown order, with the mouse and with keys', async ({
  harness,
}) => {
  await withAccounts(harness, fiveAccounts, async (page) => {
    await account(page, 'North 2').click()
    await account(page, 'South 2').click({ modifiers: ['Shift'] })
    await expectSelected(page, ['North 2', 'South 1', 'South 2'])
    await account(page, 'Single').click({ modifiers: ['Shift'] })
    await expectSelected(page, ['Single', 'North 1', 'North 2'])
    await account(page, 'South 1').click({ modifiers: ['Control', 'Shift'] })
    await expectSelected(page, ['Single', 'North 1', 'North 2', 'South 1'])

    await account(page, 'South 1').click()
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Shift+Space')
    await expectSelected(page, ['North 2', 'South 1'])

    // Accounts of a folded folder are not shown, so a range leaves them out.
    await account(page, 'Single').click()
    await page.getByRole('button', { name: 'Accounts in North' }).click()
    await account(page, 'South 1').click({ modifiers: ['Shift'] })
    await page.getByRole('button', { name: 'Accounts in North' }).click()
    await expectSelected(page, ['Single', 'South 1'])
  })
})

test('A short list has a filter on demand, and an account opens from the narrow sidebar', async ({ harness }) => {
  await withAccounts(harness, fiveAccounts, async (page) => {
    const filter = page.getByTestId('sidebar-filter')
    await expect(filter).toHaveCount(0)
    await page.getByTestId('sidebar-open-filter').click()
    await expect(filter).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(filter).toHaveCount(0)
    await expect(page.getByTestId('sidebar-all')).toBeFocused()
    await page.keyboard.press('/')
    await page.keyboard.type('south')
    await expect(page.getByTestId('sidebar-account')).toHaveText(['South 1', 'South 2'])

    await page.getByRole('button', { name: 'Collapse the sidebar' }).click()
    await expect(page.getByTestId('sidebar-account')).toHaveCount(5)
    const view = page.getByTestId('account-view')
    await page.getByRole('button', { name: /^Single/ }).dblclick()
    await expect(view).toContainText('Single')
    await page.getByTestId('area-overview').click()
    await page.getByRole('button', { name: /^North 1/ }).focus()
    await page.keyboard.press('Alt+Enter')
    await expect(view).toContainText('North 1')
    await page.getByTestId('area-overview').click()
    await page.getByRole('button', { name: /^South 2/ }).hover()
    await page.getByRole('link', { name: 'Open account' }).click()
    await expect(view).toContainText('South 2')
  })
})

test('The key that opens the filter of the account list expands a collapsed sidebar', async ({ harness }) => {
  await withAccounts(harness, fiveAccounts, async (page) => {
    await page.getByRole('button', { name: 'Collapse the sidebar' }).click()
    await expect(page.getByRole('button', { name: 'Expand the sidebar' })).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByTestId('sidebar-filter')).toBeFocused()
    await page.keyboard.type('south')
    await expect(page.getByTestId('sidebar-account')).toHaveText(['South 1', 'South 2'])
  })
})
