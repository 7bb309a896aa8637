import { startKeyring } from '#test/start-keyring.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { addAccount } from '#test/e2e/support/user-steps.ts'
import { secrets } from '#test/e2e/support/small-world.ts'

test.skip(process.platform !== 'linux', 'only a keyring of our own can be made silent')

test('A keychain that does not answer is reported, the window stays usable, and no account is lost', async ({
  harness,
  simulator,
}) => {
  test.setTimeout(180_000)
  const keyring = await startKeyring()
  try {
    const page = await harness.start({ env: keyring.env })
    await addAccount(page, { label: 'Alpha', url: simulator.url, keys: [{ label: 'all', secret: secrets.alpha }] })
    await harness.app().close()
    keyring.freeze()
    const again = await harness.start({ env: keyring.env })
    await expect(again.getByTestId('sidebar-account')).toHaveCount(1)
    await again.getByTestId('area-domains').click()
    await expect(again.getByTestId('banner-keychain-silent')).toBeVisible({ timeout: 100_000 })
    keyring.thaw()
    const silent = again.getByTestId('banner-keychain-silent')
    // The late answer to a hanging call may remove the banner before the button is pressed.
    await expect(async () => {
      if (await silent.isVisible()) await silent.locator('[data-test="banner-action"]').click({ timeout: 1000 })
      await expect(silent).toBeHidden({ timeout: 5000 })
    }).toPass({ timeout: 30_000 })
  } finally {
    keyring.thaw()
    await keyring.stop()
  }
})
