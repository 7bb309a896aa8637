import { type Page } from '@playwright/test'
import type { Simulator } from '#simulator/start-simulator.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { addAlpha, servedDomain, servedZone } from '#test/e2e/support/zone-and-plan-steps.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { openArea, openDomain } from '#test/e2e/support/user-steps.ts'
import { startWithSyncedAlpha } from '#test/e2e/support/start-with-synced-accounts.ts'

test.setTimeout(180_000)

const shop = 'alpha-shop.example'
const servername = 'alphaweb.simulator.example'
const password = 'Canary-Password-4471'

function hostingOf(simulator: Simulator) {
  const server = simulator.world.user('alpha').servers.get(servername)
  if (!server) throw new Error('The world has the server')
  return server.hosting
}

const writes = ({ ledger }: Simulator) =>
  ledger.requests.flatMap(({ method, path }) => (method === 'GET' ? [] : [`${method} ${path}`]))

async function chooseServer(page: Page): Promise<void> {
  await page.locator('#new-site-server-input').click()
  await page.keyboard.type('alphaweb')
  await expect(page.locator('.n-base-select-option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('new-site-address')).toBeVisible()
}

async function expectAccessibleInBothThemes(page: Page, what: string): Promise<void> {
  for (const scheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expectAccessible(page, `${what}, ${scheme}`)
  }
}

const stateOf = (page: Page, step: string) => page.getByTestId(`site-step-${step}`)

test('A new site is reviewed, continues after a kill, and does each step once', async ({ harness, simulator }) => {
  let page = await startWithSyncedAlpha(harness, simulator)
  simulator.ledger.clear()
  const before = servedZone(simulator, shop)

  await test.step('The form says what is missing before anything is sent', async () => {
    await openDomain(page, shop)
    await page.getByTestId('domain-new-site').click()
    await page.getByTestId('new-site-wordpress').click()
    await page.getByTestId('new-site-review').click()
    await expect(page.getByTestId('new-site').getByRole('alert')).toHaveText([
      'Choose a server.',
      'This is needed.',
      'This is needed.',
      'This is needed.',
      'This is needed.',
    ])
    await expectAccessibleInBothThemes(page, 'form of a new site')
    expect(writes(simulator)).toEqual([])
  })

  await test.step('The review shows the changes of the zone', async () => {
    await chooseServer(page)
    await page.locator('#new-site-title').fill('My shop')
    await page.locator('#new-site-adminUsername').fill('keeper')
    await page.locator('#new-site-adminEmail').fill('keeper@alpha-shop.example')
    await page.locator('#new-site-password').fill(password)
    const preview = page.getByTestId('new-site-step-preview')
    await expect(preview).toContainText('Point alpha-shop.example, www.alpha-shop.example at')
    await page.getByTestId('new-site-host-apex').uncheck()
    await expect(preview).toContainText('Point www.alpha-shop.example at')
    await page.getByTestId('new-site-host-apex').check()
    await page.getByTestId('new-site-review').click()
    await expect(page.getByTestId('plan-change')).toHaveCount(2)
    await expect(page.getByTestId('new-site-step-preview').getByRole('listitem')).toHaveCount(4)
    for (const entered of ['SSL: On', 'Redirect HTTP to HTTPS: On', 'My shop', 'keeper', 'keeper@alpha-shop.example'])
      await expect(page.getByTestId('new-site-step-preview')).toContainText(entered)
    await expect(page.getByTestId('new-site-step-preview')).not.toContainText(password)
    await expectAccessibleInBothThemes(page, 'review of a new site')
    expect(writes(simulator)).toEqual([])
  })

  await test.step('The app is killed before WordPress is installed', async () => {
    simulator.faults.add({
      match: { method: 'GET', path: new RegExp(`${servername}/wp`) },
      times: 1,
      fault: { kind: 'hang' },
    })
    await page.getByTestId('new-site-start').click()
    await expect(stateOf(page, 'dns')).toHaveAttribute('data-state', 'done')
    await expect.poll(() => simulator.faults.activeCount).toBe(0)
    await harness.app().kill()
    page = await harness.start()
  })

  await test.step('The job goes on with the password that was typed before', async () => {
    await openArea(page, 'activity')
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByTestId('job').getByRole('link').click()
    await expect(stateOf(page, 'wordpress')).toHaveAttribute('data-state', 'done', { timeout: 30_000 })
    await expect(stateOf(page, 'ssl')).toContainText('The service answered: enabled')
    expect(new Set(writes(simulator)).size).toBe(writes(simulator).length)
    expect([...hostingOf(simulator).databaseUsers.values()].map((user) => user.password)).toEqual([password])
    expect(hostingOf(simulator).domains.get(shop)).toMatchObject({ ssl: true, redirectHttps: true })
    await expectAccessibleInBothThemes(page, 'job of a new site')
  })

  await test.step('Undo concerns the zone only', async () => {
    await page.getByTestId('job-undo').click()
    await page.getByTestId('plan-run').click()
    await expect(page.getByTestId('job-state')).toHaveText(/^\d+ done$/, { timeout: 60_000 })
    expect(servedZone(simulator, shop)).toEqual(before)
    expect(hostingOf(simulator).domains.has(shop)).toBe(true)
  })
})

test('失敗した手順とその後の手順を表示し、残りをもう一度開始できる', async ({ harness, simulator }) => {
  const page = await harness.start({ env: { LANGUAGE: 'ja', LANG: 'ja_JP.UTF-8' } })
  await addAlpha(page, simulator)
  servedDomain(simulator, shop).nameservers = ['ns1.elsewhere.example', 'ns2.elsewhere.example']
  simulator.faults.add({
    match: { method: 'POST', path: new RegExp(`${servername}/domain$`) },
    times: 1,
    fault: { kind: 'status', status: 422, code: 'VALIDATION_ERROR' },
  })
  simulator.ledger.clear()

  await openDomain(page, shop)
  await page.getByTestId('domain-new-site').click()
  await chooseServer(page)
  await page.getByTestId('new-site-review').click()
  await page.getByTestId('new-site-start').click()
  await expect(stateOf(page, 'add_domain')).toHaveAttribute('data-state', 'failed')
  await expect(stateOf(page, 'add_domain')).toContainText('所有権の確認を求められた場合は')
  await expect(stateOf(page, 'dns')).toContainText('未実行')
  expect(writes(simulator)).toEqual([`POST /v1/server/${servername}/domain`])
  await expectAccessibleInBothThemes(page, '失敗した新しいサイト')

  await page.getByTestId('job-site-again').click()
  await page.locator('#new-site-verification-host').fill('_proof')
  await page.getByTestId('new-site-review').click()
  await expect(page.getByTestId('plan-change').filter({ hasText: 'TXT _proof' })).toHaveCount(1)
  await page.getByTestId('new-site-start').click()
  await expect(stateOf(page, 'dns')).toHaveAttribute('data-state', 'done', { timeout: 30_000 })
  await expect(stateOf(page, 'verification')).toHaveAttribute('data-state', 'done')
  await expect(stateOf(page, 'ssl')).toContainText('SSLは設定されていません（サービスの応答: failed_nameserver）')
  await expect(page.getByTestId('job-state')).toHaveText('完了（一部失敗）1 件')
  await expect(page.getByTestId('job-failed-steps')).toHaveText('失敗した手順: SSL')
  expect(servedZone(simulator, shop).filter((record) => record.startsWith('_proof TXT '))).toHaveLength(1)
})

test('A new site of a zone that is already right warns of other name servers, and promises no undo', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  servedDomain(simulator, shop).nameservers = ['ns1.elsewhere.example', 'ns2.elsewhere.example']
  await addAlpha(page, simulator)

  async function reviewNewSite(): Promise<void> {
    await openDomain(page, shop)
    await page.getByTestId('domain-new-site').click()
    await chooseServer(page)
    await page.getByTestId('new-site-review').click()
  }
  const zone = page.getByTestId('new-site-zone')
  const undo = page.getByTestId('new-site-undo')

  await test.step('Changes of the zone can be undone', async () => {
    await reviewNewSite()
    await expect(zone).toContainText(
      'With the name servers ns1.elsewhere.example, ns2.elsewhere.example, these records',
    )
    await expect(zone.getByTestId('delegation')).toHaveCount(0)
    await expect(undo).toContainText('so that you can undo its changes')
    await page.getByTestId('new-site-start').click()
    await expect(page.getByTestId('job-state')).toContainText('1 done', { timeout: 30_000 })
  })

  await test.step('A zone that is right has the warning, too', async () => {
    await reviewNewSite()
    await expect(page.getByTestId('plan-change')).toHaveCount(0)
    await expect(zone.getByTestId('delegation')).toContainText(
      'Records here have no effect: the name servers are ns1.elsewhere.example, ns2.elsewhere.example.',
    )
    await expect(undo).toHaveText('The steps cannot be undone.')
    await expectAccessibleInBothThemes(page, 'review of a new site without changes of the zone')
  })

  await test.step('In Japanese, too', async () => {
    await callMain(page, 'app.saveSettings', { language: 'ja' })
    await expect(undo).toHaveText('これらの手順は元に戻せません。')
    await expect(zone.getByTestId('delegation')).toContainText('ここのレコードは使用されていません。')
  })
})
