import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { chooseOption, openArea } from '#test/e2e/support/user-steps.ts'

test('The chosen language is used at once and after a restart', async ({ harness }) => {
  const page = await harness.start()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const menuLabels = () =>
    harness.app().app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label))
  await expect.poll(menuLabels).toContain('File')
  await openArea(page, 'settings')
  await chooseOption(page, page.getByTestId('language-select'), '日本語')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await expect(page.getByTestId('area-domains')).toContainText('ドメイン')
  await expect.poll(menuLabels).toContain('ファイル')
  await harness.app().close()
  const again = await harness.start()
  await expect(again.locator('html')).toHaveAttribute('lang', 'ja')
  await expect(again.getByTestId('area-domains')).toContainText('ドメイン')
})

test("The system's language is used until a language is chosen", async ({ harness }) => {
  test.skip(process.platform !== 'linux', 'environment variables do not set the system language there')
  const page = await harness.start({ env: { LANGUAGE: 'ja', LANG: 'ja_JP.UTF-8' } })
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
})

test('The chosen theme is used at once and after a restart', async ({ harness }) => {
  const page = await harness.start()
  const lightness = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await openArea(page, 'settings')
  await chooseOption(page, page.getByTestId('theme-select'), 'Light')
  const light = await lightness()
  await chooseOption(page, page.getByTestId('theme-select'), 'Dark')
  await expect(async () => expect(await lightness()).not.toBe(light)).toPass()
  const dark = await lightness()
  await harness.app().close()
  const again = await harness.start()
  await expect(async () =>
    expect(await again.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(dark),
  ).toPass()
})
