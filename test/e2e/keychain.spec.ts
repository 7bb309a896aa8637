import { startKeyring } from '../keychain.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './desk.ts'
import { addAccount, at, fillAccount, openAccountForm, startSync, tryKey } from './steps.ts'
import { secrets } from './world.ts'

test.skip(process.platform !== 'linux', 'only a keyring of our own can be locked and ended')

const account = { label: 'Alpha', keys: [{ label: 'all', secret: secrets.alpha }] }

test('without a keychain the app says so and what to install, and stores no key', async ({ desk, simulator }) => {
  const page = await desk.start({ env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' } })
  await expect(at(page, 'banner-keychain-unavailable')).toContainText('gnome-keyring')
  await expectAccessible(page, 'no keychain')
  await openAccountForm(page)
  await fillAccount(page, { ...account, url: simulator.url })
  await tryKey(page, account.keys[0] as { label: string; secret: string })
  await expect(async () => {
    if (await at(page, 'key-tried').isVisible()) await at(page, 'save-account').click()
    await expect(page.locator('[data-test="error-notice"][data-kind="keychain_unavailable"]')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 20_000 })
  await expect(at(page, 'rail-account')).toHaveCount(0)
})

test('a bus without a secret service is told as no keychain', async ({ desk }) => {
  const keyring = await startKeyring({ state: 'none' })
  try {
    const page = await desk.start({ env: keyring.env })
    await expect(at(page, 'banner-keychain-unavailable')).toBeVisible()
  } finally {
    await keyring.stop()
  }
})

test('a locked keychain is told apart, loses nothing, and works again once unlocked', async ({ desk, simulator }) => {
  const keyring = await startKeyring()
  try {
    const page = await desk.start({ env: keyring.env })
    await addAccount(page, { ...account, url: simulator.url })
    await desk.app().close()
    await keyring.lock()
    const sent = simulator.ledger.requests.length

    const again = await desk.start({ env: keyring.env })
    await expect(at(again, 'banner-keychain-locked')).toBeVisible({ timeout: 30_000 })
    await expect(at(again, 'rail-account')).toHaveCount(1)
    expect(simulator.ledger.requests).toHaveLength(sent)

    await keyring.unlock()
    await at(again, 'banner-keychain-locked').locator('[data-test="banner-action"]').click()
    await expect(at(again, 'banner-keychain-locked')).toBeHidden()
    await startSync(again)
    await expect(async () => expect(simulator.ledger.requests.slice(sent).some(({ path, status }) => path === '/v1/domain' && status === 200)).toBe(true)).toPass({ timeout: 20_000 })
  } finally {
    await keyring.stop()
  }
})
