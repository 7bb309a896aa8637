import { startKeyring } from '#test/start-keyring.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import {
  addAccount,
  fillAccount,
  openAccount,
  openAccountForm,
  openArea,
  tryKey,
} from '#test/e2e/support/user-steps.ts'
import { secrets } from '#test/e2e/support/small-world.ts'

test.skip(process.platform !== 'linux', 'only a keyring of our own can be locked and ended')

const account = { label: 'Alpha', keys: [{ label: 'all', secret: secrets.alpha }] }

test('Without a keychain the app names what to install and stores no key', async ({ harness, simulator }) => {
  const page = await harness.start({ env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' } })
  await expect(page.getByTestId('banner-keychain-unavailable')).toContainText('gnome-keyring')
  await expectAccessible(page, 'no keychain')
  await openAccountForm(page)
  await fillAccount(page, { ...account, url: simulator.url })
  await tryKey(page, account.keys[0] as { label: string; secret: string })
  await expect(async () => {
    if (await page.getByTestId('key-tried').isVisible()) await page.getByTestId('save-account').click()
    await expect(page.locator('[data-test="error-notice"][data-kind="keychain_unavailable"]')).toBeVisible({
      timeout: 1000,
    })
  }).toPass()
  await expect(page.getByTestId('sidebar-account')).toHaveCount(0)
})

test('A D-Bus session without a secret service is reported as a missing keychain', async ({ harness }) => {
  const keyring = await startKeyring({ state: 'none' })
  try {
    const page = await harness.start({ env: keyring.env })
    await expect(page.getByTestId('banner-keychain-unavailable')).toBeVisible()
  } finally {
    await keyring.stop()
  }
})

test('A locked keychain is one attention item, leaves no key usable, prevents changes and is detected automatically once unlocked', async ({
  harness,
  simulator,
}) => {
  const keyring = await startKeyring()
  try {
    const page = await harness.start({ env: keyring.env })
    await addAccount(page, { ...account, url: simulator.url })
    await addAccount(page, { label: 'Beta', url: simulator.url, keys: [{ label: 'all', secret: secrets.beta }] })
    await harness.app().close()
    await keyring.lock()
    const sent = simulator.ledger.requests.length

    const again = await harness.start({ env: keyring.env })
    await expect(again.getByTestId('banner-keychain-locked')).toBeVisible()
    await expect(again.getByTestId('sidebar-account')).toHaveCount(2)
    await openArea(again, 'overview')
    await expect(again.getByTestId('attention-keychain')).toHaveCount(1)
    for (const label of ['Alpha', 'Beta']) await expect(again.getByTestId('attention-keychain')).toContainText(label)
    await expect(again.getByTestId('attention-sync_failed')).toHaveCount(0)
    await openAccount(again, 'Alpha')
    await expect(again.getByTestId('key-row')).toContainText('Not usable')
    await again.getByTestId('account-remove').click()
    await again.getByTestId('confirm-action').click()
    await expect(again.getByTestId('confirm').locator('[data-kind="keychain_locked"]')).toBeVisible()
    await again.getByTestId('confirm-cancel').click()
    await expect(again.getByTestId('sidebar-account')).toHaveCount(2)
    expect(simulator.ledger.requests).toHaveLength(sent)

    await keyring.unlock()
    await expect(again.getByTestId('banner-keychain-locked')).toBeHidden({ timeout: 40_000 })
    await expect(again.getByTestId('key-row')).toContainText('Working')
    await openArea(again, 'overview')
    await expect(again.getByTestId('attention-keychain')).toHaveCount(0)
    await expect(async () =>
      expect(
        simulator.ledger.requests.slice(sent).some(({ path, status }) => path === '/v1/domain' && status === 200),
      ).toBe(true),
    ).toPass()
  } finally {
    await keyring.stop()
  }
})
