import { expect, test } from './desk.ts'
import { choose, openArea } from './steps.ts'

test('the language follows the choice at once and after a restart', async ({ desk }) => {
  const page = await desk.start()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await openArea(page, 'settings')
  await choose(page, page.getByTestId('language-select'), '日本語')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await expect(page.getByTestId('area-domains')).toContainText('ドメイン')
  await desk.app().close()
  const again = await desk.start()
  await expect(again.locator('html')).toHaveAttribute('lang', 'ja')
  await expect(again.getByTestId('area-domains')).toContainText('ドメイン')
})

test("the system's language is used until one is chosen", async ({ desk }) => {
  test.skip(process.platform !== 'linux', 'the language of the system is no matter of the environment there')
  const page = await desk.start({ env: { LANGUAGE: 'ja', LANG: 'ja_JP.UTF-8' } })
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
})

test('the theme follows the choice at once and after a restart', async ({ desk }) => {
  const page = await desk.start()
  const lightness = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await openArea(page, 'settings')
  await choose(page, page.getByTestId('theme-select'), 'Light')
  const light = await lightness()
  await choose(page, page.getByTestId('theme-select'), 'Dark')
  await expect(async () => expect(await lightness()).not.toBe(light)).toPass()
  const dark = await lightness()
  await desk.app().close()
  const again = await desk.start()
  await expect(async () => expect(await again.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(dark)).toPass()
})
