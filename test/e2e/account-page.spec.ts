import type { Page } from '@playwright/test'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { holdReplies } from '#test/e2e/support/hold-or-drop-ipc-reply.ts'
import { addAccount, openAccount, openArea, waitUntilSynced } from '#test/e2e/support/user-steps.ts'
import { secrets } from '#test/e2e/support/small-world.ts'

const alpha = { label: 'Alpha', keys: [{ label: 'all', secret: secrets.alpha }] }

function sidebarAccount(page: Page, label: string) {
  return page.getByTestId('sidebar-account').filter({ hasText: label })
}

async function openKeyMenu(page: Page, action: 'replace' | 'rename'): Promise<void> {
  await page.getByTestId('key-actions').first().click()
  await page.getByTestId(`key-${action}`).click()
}

test('An account is renamed on its page, and the account list shows the new name', async ({ harness, simulator }) => {
  const page = await harness.start()
  await addAccount(page, { ...alpha, url: simulator.url })
  await waitUntilSynced(page)
  await page.getByTestId('account-edit-open').click()
  await page.getByTestId('account-label').fill('Renamed')
  await page.getByTestId('account-edit-save').click()
  await expect(sidebarAccount(page, 'Renamed')).toBeVisible()
})

test('The page of an account never shows what needs attention in the account shown before', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAccount(page, { ...alpha, url: simulator.url })
  await addAccount(page, { label: 'Beta', url: simulator.url, keys: [{ label: 'all', secret: secrets.beta }] })
  await waitUntilSynced(page)
  await openAccount(page, 'Alpha')
  const attention = page.getByTestId('account-attention')
  await expect(attention).toContainText('1 domain has expired')
  const release = await holdReplies(harness, 'inventory.overview')
  await openAccount(page, 'Beta')
  await expect(page.getByTestId('account-overview').getByTestId('account-domains')).toBeVisible()
  await expect(attention).toHaveCount(0)
  await release()
})

test('Esc asks before the drawers of an account discard what was typed, and no account gets the label of another one', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAccount(page, { label: 'Beta', keys: [{ label: 'all', secret: secrets.beta }], url: simulator.url })
  await addAccount(page, { ...alpha, url: simulator.url })
  const drawer = page.getByTestId('drawer')
  for (const [open, field] of [
    ['account-edit-open', 'account-label'],
    ['key-add', 'key-secret'],
    ['proxy-open', 'proxy-url'],
  ] as const) {
    await page.getByTestId(open).click()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await page.getByTestId(open).click()
    await page.getByTestId(field).fill('Beta')
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('confirm')).toContainText('Discard your entries?')
    await page.keyboard.press('Escape')
    await expect(page.getByTestId(field)).toHaveValue('Beta')
    if (field === 'account-label') {
      await page.getByTestId('account-edit-save').click()
      await expect(drawer.getByRole('alert')).toContainText('Another account has this label')
    }
    await page.keyboard.press('Escape')
    await page.getByTestId('confirm-action').click()
    await expect(drawer).toBeHidden()
  }
  await expect(sidebarAccount(page, 'Beta')).toHaveCount(1)
})

test('A key is renamed, tested again and replaced, and keeps its name', async ({ harness, simulator }) => {
  const page = await harness.start()
  await addAccount(page, { ...alpha, url: simulator.url })
  await waitUntilSynced(page)
  await openKeyMenu(page, 'rename')
  await page.getByTestId('key-rename-label').fill('daily')
  await page.getByTestId('key-rename-save').click()
  await expect(page.getByTestId('key-row')).toContainText('daily')
  const sent = simulator.ledger.requests.length
  await page.getByTestId('key-retest').click()
  await expect(async () =>
    expect(simulator.ledger.requests.slice(sent).map(({ path }) => path)).toContain('/v1/me'),
  ).toPass()
  await openKeyMenu(page, 'replace')
  await page.getByTestId('key-secret').fill(secrets.alphaRead)
  await page.getByTestId('try-key').click()
  await expect(page.getByTestId('key-tried')).toBeVisible()
  // The new key may only read: nothing is replaced before the user has confirmed what is lost.
  await expect(page.getByTestId('weaker-key')).toContainText('Renew domains')
  await page.getByTestId('key-save').click()
  await expect(page.getByTestId('confirm')).toContainText('Change DNS records')
  await expectAccessible(page, 'replacing a key by a weaker one')
  await page.getByTestId('confirm-cancel').click()
  await expect(page.getByTestId('drawer')).toBeVisible()
  await page.getByTestId('key-save').click()
  await page.getByTestId('confirm-action').click()
  await expect(page.getByTestId('drawer')).toBeHidden()
  await expect(page.getByTestId('key-row')).toHaveCount(1)
  await expect(page.getByTestId('key-row')).toContainText('daily')
  await expect(page.getByTestId('key-grants')).toContainText('Read only')
})

test('The call quota of an account has no figures until they are loaded', async ({ harness, simulator }) => {
  const page = await harness.start()
  await addAccount(page, { ...alpha, url: simulator.url })
  await waitUntilSynced(page)
  await openArea(page, 'overview')
  const release = await holdReplies(harness, 'accounts.quota')
  await page.reload()
  await openAccount(page, 'Alpha')
  const quota = page.getByTestId('quota-domain')
  await expect(quota.getByTestId('quota-loading').first()).toBeVisible()
  await expect(quota).not.toContainText(/\d/)
  await release()
  await expect(quota).toContainText('of 60')
  await expect(quota.getByTestId('quota-loading')).toHaveCount(0)
})

test('A tested key that is discarded is not stored and can be tested again', async ({ harness, simulator }) => {
  const page = await harness.start()
  await page.getByTestId('welcome-add-account').click()
  await page.getByTestId('account-url').fill(simulator.url)
  for (const _round of [1, 2]) {
    await page.getByTestId('key-secret').fill(secrets.alpha)
    await page.getByTestId('try-key').click()
    await expect(page.getByTestId('key-tried')).toBeVisible()
    await expect(page.getByTestId('key-secret')).toHaveCount(0)
    await page.getByTestId('key-forget').click()
    await expect(page.getByTestId('key-secret')).toHaveValue('')
  }
  await page.getByTestId('save-account').click()
  await expect(page.getByText('Test at least one key successfully.')).toBeVisible()
  await expect(page.getByTestId('sidebar-account')).toHaveCount(0)
})

test('The account list selects one account by a click and several with Ctrl, and every view shows the selection', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAccount(page, { ...alpha, url: simulator.url })
  await addAccount(page, { label: 'Beta', url: simulator.url, keys: [{ label: 'all', secret: secrets.beta }] })
  await waitUntilSynced(page)
  await page.getByTestId('area-overview').click()
  await expect(page.getByTestId('account-row')).toHaveCount(2)
  await sidebarAccount(page, 'Alpha').click()
  await expect(page.getByTestId('account-row')).toHaveCount(1)
  await page.getByTestId('area-domains').click()
  await expect(page.getByTestId('domains-count')).toContainText('4')
  await sidebarAccount(page, 'Beta').click({ modifiers: ['ControlOrMeta'] })
  await expect(page.getByTestId('domains-count')).toContainText('6')
  await page.getByTestId('sidebar-all').click()
  await expect(sidebarAccount(page, 'Alpha')).toHaveAttribute('aria-pressed', 'false')
})
