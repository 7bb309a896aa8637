import type { Page } from '@playwright/test'
import { expect, test } from './desk.ts'
import { addAccount, at, untilSynced } from './steps.ts'
import { secrets } from './world.ts'

const alpha = { label: 'Alpha', keys: [{ label: 'all', secret: secrets.alpha }] }

function railAccount(page: Page, label: string) {
  return at(page, 'rail-account').filter({ hasText: label })
}

async function openKeyMenu(page: Page, action: 'replace' | 'rename'): Promise<void> {
  await at(page, 'key-actions').first().click()
  await at(page, `key-${action}`).click()
}

test('an account is renamed on its own page, and the rail follows', async ({ desk, simulator }) => {
  const page = await desk.start()
  await addAccount(page, { ...alpha, url: simulator.url })
  await untilSynced(page)
  await at(page, 'account-edit-open').click()
  await at(page, 'account-label').fill('Renamed')
  await at(page, 'account-edit-save').click()
  await expect(railAccount(page, 'Renamed')).toBeVisible()
})

test('a key is renamed, tested again, and replaced in its place', async ({ desk, simulator }) => {
  const page = await desk.start()
  await addAccount(page, { ...alpha, url: simulator.url })
  await untilSynced(page)
  await openKeyMenu(page, 'rename')
  await at(page, 'key-rename-label').fill('daily')
  await at(page, 'key-rename-save').click()
  await expect(at(page, 'key-row')).toContainText('daily')
  const sent = simulator.ledger.requests.length
  await at(page, 'key-retest').click()
  await expect(async () => expect(simulator.ledger.requests.slice(sent).map(({ path }) => path)).toContain('/v1/me')).toPass()
  await openKeyMenu(page, 'replace')
  await at(page, 'key-secret').fill(secrets.alphaRead)
  await at(page, 'try-key').click()
  await expect(at(page, 'key-tried')).toBeVisible({ timeout: 20_000 })
  await at(page, 'key-save').click()
  await expect(at(page, 'drawer')).toBeHidden()
  await expect(at(page, 'key-row')).toHaveCount(1)
  await expect(at(page, 'key-row')).toContainText('daily')
  await expect(at(page, 'key-grants')).toContainText('Read only')
})

test('a tried key that is not wanted is forgotten, and can be tried anew', async ({ desk, simulator }) => {
  const page = await desk.start()
  await at(page, 'welcome-add-account').click()
  await at(page, 'account-url').fill(simulator.url)
  for (const _round of [1, 2]) {
    await at(page, 'key-secret').fill(secrets.alpha)
    await at(page, 'try-key').click()
    await expect(at(page, 'key-tried')).toBeVisible({ timeout: 20_000 })
    await expect(at(page, 'key-secret')).toHaveCount(0)
    await at(page, 'key-forget').click()
    await expect(at(page, 'key-secret')).toHaveValue('')
  }
  await at(page, 'save-account').click()
  await expect(page.getByText('Test at least one key successfully.')).toBeVisible()
  await expect(at(page, 'rail-account')).toHaveCount(0)
})

test('the rail selects one account by a click and several with Ctrl, and every view follows', async ({ desk, simulator }) => {
  const page = await desk.start()
  await addAccount(page, { ...alpha, url: simulator.url })
  await addAccount(page, { label: 'Beta', url: simulator.url, keys: [{ label: 'all', secret: secrets.beta }] })
  await untilSynced(page)
  await at(page, 'area-overview').click()
  await expect(at(page, 'account-row')).toHaveCount(2)
  await railAccount(page, 'Alpha').click()
  await expect(at(page, 'account-row')).toHaveCount(1)
  await at(page, 'area-domains').click()
  await expect(at(page, 'domains-count')).toContainText('4')
  await railAccount(page, 'Beta').click({ modifiers: ['ControlOrMeta'] })
  await expect(at(page, 'domains-count')).toContainText('6')
  await at(page, 'rail-all').click()
  await expect(railAccount(page, 'Alpha')).toHaveAttribute('aria-pressed', 'false')
})
