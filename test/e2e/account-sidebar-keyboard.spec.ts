import type { Page } from '@playwright/test'
import { startSimulator } from '#simulator/start-simulator.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { secrets } from '#test/e2e/support/small-world.ts'
import { addAccountByCommands } from '#test/e2e/support/user-steps.ts'

/** The accessible name of the focused element, or its text. */
function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement
    return (focused?.getAttribute('aria-label') ?? focused?.textContent ?? '').trim()
  })
}

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
  expect(await focusedName(page)).toBe('Shops')
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

  // A closed folder hides its accounts from the keyboard.
  await page.getByRole('button', { name: 'Shops' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  expect(await focusedName(page)).toBe('Shops')
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
