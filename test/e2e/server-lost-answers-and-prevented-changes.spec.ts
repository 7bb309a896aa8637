import type { Page } from '@playwright/test'
import { endpointNames, getEndpoint } from '#shared/api/endpoints.ts'
import { permissiveRateLimits } from '#test/permissive-rate-limits.ts'
import type { Simulator } from '#simulator/start-simulator.ts'
import { expect, test, type AppHarness } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import type { LaunchOptions } from '#test/e2e/support/launch-app.ts'
import {
  fillServer,
  hostedDomain,
  openServer,
  openTab,
  serverChangeSteps,
  getSimulatedServer,
  serverReadingSteps,
  servername,
  type ServerChangeSteps,
  type ServerReadingSteps,
} from '#test/e2e/support/server-operation-steps.ts'
import { startWithSyncedAlpha } from '#test/e2e/support/start-with-synced-accounts.ts'
import { chooseOption, openArea, startSync, waitUntilSynced } from '#test/e2e/support/user-steps.ts'

test.setTimeout(300_000)

const languages = ['en', 'ja'] as const
type Language = (typeof languages)[number]

/** What a user sees in each language. */
const words = {
  en: {
    settled: 'a reading afterwards shows it',
    unknown: 'Outcome unknown',
    mayBeLate: 'The service may still make the change within minutes',
    notListed: 'The list that was read afterwards does not have ',
    listed: /The list read at .*\(Japan time\) has /,
    made: /The reading at .* shows the result of the change\./,
    checkValues: 'Sign in once to check them.',
    noMoreInLog: 'the execution log of the API key has no more than this answer',
    askSupport: 'contact the service’s support',
    memoAsRead: 'The text is the memo as it was read.',
    newKey: 'The list that was read afterwards has the new key shown below',
    failed: /failed|refused/i,
    suspended: 'The server is suspended.',
    readOnly: 'The account is read-only in Banto.',
    offline: 'Working offline.',
    neverOffline: 'No reading to show. Working offline.',
  },
  ja: {
    settled: 'その後の読み込みで変更を確認しました',
    unknown: '結果不明',
    mayBeLate: '数分以内に実行される可能性がある',
    notListed: '送信後に読み込んだ一覧に ',
    listed: /（日本時間）に読み込んだ一覧に .* があります。/,
    made: /の読み込みでは、変更後の状態です。/,
    checkValues: '一度ログインして確認してください',
    noMoreInLog: 'APIキーの実行ログにもこの応答しか残りません',
    askSupport: 'サポートにお問い合わせください',
    memoAsRead: '読み込んだメモと同じ内容です。',
    newKey: '送信後に読み込んだ一覧に、下記の新しい鍵が',
    failed: /失敗|拒否/,
    suspended: 'サーバーは停止中です。',
    readOnly: 'Bantoでは読み取り専用のアカウントです。',
    offline: 'オフラインで作業中',
    neverOffline: '表示できる読み込み結果がありません。オフラインで作業中です。',
  },
} as const satisfies Record<Language, Record<string, string | RegExp>>

const titleOf = ({ endpoint, control }: ServerChangeSteps) => `${endpoint} by ${control}`

const changeError = (page: Page) => page.getByTestId('server-change-error')

async function start(harness: AppHarness, simulator: Simulator, options?: Partial<LaunchOptions>): Promise<Page> {
  const page = await startWithSyncedAlpha(harness, simulator, options)
  Object.assign(simulator.world.file.limits.server, permissiveRateLimits)
  return page
}

async function openChange(page: Page, { tab, open }: Pick<ServerChangeSteps, 'tab' | 'open'>): Promise<void> {
  await openTab(page, tab)
  await open?.(page)
}

/** Opens what is read, and waits until it was read once. */
async function openReading(page: Page, { tab, open, section }: ServerReadingSteps): Promise<void> {
  await openTab(page, tab)
  await open?.(page)
  if (tab === 'errorLog') await chooseOption(page, page.getByTestId('error-log-domain'), hostedDomain)
  await expect(page.getByTestId(section).getByRole('time').first()).toBeVisible()
}

test('The steps are for every operation of server management', () => {
  const covered = new Set([...serverChangeSteps, ...serverReadingSteps].map(({ endpoint }) => endpoint))
  expect(endpointNames.filter((name) => name.startsWith('hosting.') && !covered.has(name))).toEqual([])
  for (const { endpoint, method } of serverChangeSteps) expect(getEndpoint(endpoint).method).toBe(method)
})

for (const language of languages) {
  const says = words[language]

  test(`A change whose answer is lost is read again or unknown, and only what does no harm is repeated (${language})`, async ({
    harness,
    simulator,
  }) => {
    const page = await start(harness, simulator)
    await callMain(page, 'app.saveSettings', { language })

    for (const change of serverChangeSteps) {
      await test.step(titleOf(change), async () => {
        fillServer(simulator)
        await openServer(page)
        await openChange(page, change)
        simulator.ledger.clear()
        const { method, path } = change
        simulator.faults.add({ match: { method, path }, times: 1, fault: { kind: 'reset-after' } })
        await change.make(page)
        const sent = () => simulator.ledger.requests.filter((request) => request.method !== 'GET')
        if (getEndpoint(change.endpoint).idempotency === 'repeatable') {
          await change.untilMade?.(page)
          expect(sent()).toHaveLength(2)
        } else {
          await expect(page.getByTestId('server-page')).toContainText(change.staysUnknown ? says.unknown : says.settled)
          if (change.staysUnknown) await expect(changeError(page)).not.toContainText(says.failed)
          expect(sent()).toHaveLength(1)
        }
        expect(change.isMade(getSimulatedServer(simulator))).toBe(true)
        if (change.control === 'ssh-key-generate') {
          await expect(changeError(page)).toContainText(says.newKey)
          await expect(page.getByTestId('ssh-new-key')).toContainText(/generated.*ssh-/)
          // The notice must not tell the user to delete a key that is gone.
          const found = page.getByTestId('ssh-keys').getByRole('listitem').filter({ hasText: 'generated' })
          await found.getByTestId('ssh-key-delete').click()
          await page.getByTestId('ssh-key-delete-dialog-action').click()
          await expect(found).toHaveCount(0)
          await expect(changeError(page)).toHaveCount(0)
        }
        await change.leave?.(page)
      })
    }

    fillServer(simulator)
    await openServer(page)
    for (const reading of serverReadingSteps) {
      await test.step(reading.endpoint, async () => {
        await openReading(page, reading)
        simulator.ledger.clear()
        simulator.faults.add({ match: { method: 'GET', path: reading.path }, times: 1, fault: { kind: 'reset-after' } })
        await page.getByTestId(reading.button).click()
        const sent = () => simulator.ledger.requests.filter(({ endpoint }) => endpoint === reading.endpoint)
        await expect.poll(() => sent().length).toBe(2)
        await expect(page.getByTestId(reading.section).getByRole('alert')).toHaveCount(0)
      })
    }
  })

  test(`A change that was answered with a 504 may still be made, and is unknown in the change history (${language})`, async ({
    harness,
    simulator,
  }) => {
    // In a window of this height, the form fills its drawer.
    const page = await start(harness, simulator, { size: { width: 1024, height: 640 } })
    await callMain(page, 'app.saveSettings', { language })
    fillServer(simulator)
    await openServer(page)
    const change = serverChangeSteps.find(({ endpoint }) => endpoint === 'hosting.addDomain')
    if (!change) throw new Error('The steps have the addition of a domain')
    await openChange(page, change)
    const { method, path } = change
    simulator.faults.add({ match: { method, path }, times: 1, fault: { kind: 'status', status: 504 } })
    await change.make(page)
    await expect(changeError(page)).toContainText(says.unknown)
    await expect(changeError(page)).toContainText(says.mayBeLate)
    await expect(changeError(page)).toContainText(says.notListed)
    await expect(changeError(page)).not.toContainText('{')
    await expect(changeError(page).getByRole('alert')).toBeInViewport({ ratio: 1 })
    await change.leave?.(page)
    await openArea(page, 'activity')
    await expect(page.getByTestId('activity-table')).toContainText(says.unknown)
  })

  test(`A change that no reading shows names the log only if no answer came, and shows the log beside the form (${language})`, async ({
    harness,
    simulator,
  }) => {
    const page = await start(harness, simulator)
    await callMain(page, 'app.saveSettings', { language })
    fillServer(simulator)
    await openServer(page)
    await openTab(page, 'databases')
    const step = page.getByTestId('step-database')
    await page.locator('#database-suffix').fill('shop')
    const match = { method: 'POST', path: '/db$' } as const
    simulator.faults.add({ match, times: 1, fault: { kind: 'status', status: 502 } })
    await page.getByTestId('step-database-run').click()
    await expect(changeError(page)).toContainText(says.noMoreInLog)
    await expect(changeError(page)).toContainText(says.askSupport)
    await expect(step.getByTestId('server-change-logs')).toHaveCount(0)

    simulator.faults.add({ match, times: 1, fault: { kind: 'reset-after' } })
    await page.getByTestId('step-database-run').click()
    await expect(changeError(page)).toContainText(says.unknown)
    await expect(changeError(page)).not.toContainText(says.noMoreInLog)
    await step.getByTestId('server-change-logs').click()
    await expect(step.getByTestId('logs-of').getByRole('listitem').first()).toContainText('200')
    await expect(page.locator('#database-suffix')).toHaveValue('shop')
  })

  test(`The notice of an unknown outcome ends when a later reading shows the change, and a sent password stays (${language})`, async ({
    harness,
    simulator,
  }) => {
    const page = await start(harness, simulator)
    await callMain(page, 'app.saveSettings', { language })
    const lateChanges = [
      { endpoint: 'hosting.addDomain', readAgain: 'server-domains-read', outcome: says.listed },
      { endpoint: 'hosting.installWordpress', readAgain: 'server-wordpress-read', outcome: says.listed },
      { endpoint: 'hosting.addSshKey', readAgain: 'server-ssh-keys-read', outcome: says.made },
    ] as const
    for (const { endpoint, readAgain, outcome } of lateChanges) {
      await test.step(endpoint, async () => {
        const change = serverChangeSteps.find((step) => step.endpoint === endpoint)
        if (!change) throw new Error('The steps have every change')
        fillServer(simulator)
        await openServer(page)
        await openChange(page, change)
        const { method, path } = change
        simulator.faults.add({ match: { method, path }, times: 1, fault: { kind: 'late', ms: 4000 } })
        await change.make(page)
        await expect(changeError(page)).toContainText(says.unknown)
        await expect.poll(() => change.isMade(getSimulatedServer(simulator)), { timeout: 15_000 }).toBe(true)
        await page.getByTestId(readAgain).click()
        await expect(page.getByTestId('server-change-outcome')).toContainText(outcome)
        await expect(changeError(page)).toHaveCount(0)
        if (endpoint === 'hosting.installWordpress') {
          await expect(page.locator('#wordpress-password')).not.toHaveValue('')
          await expect(page.getByTestId('server-change-outcome')).toContainText(says.checkValues)
          await page.getByRole('button', { name: /Copy the password|パスワードをコピー/ }).click()
        }
        await change.leave?.(page)
      })
    }
  })

  test(`A memo of unknown outcome that a later reading shows is the memo of the server, and not the old one (${language})`, async ({
    harness,
    simulator,
  }) => {
    const page = await start(harness, simulator)
    await callMain(page, 'app.saveSettings', { language })
    fillServer(simulator)
    await openServer(page)
    const change = serverChangeSteps.find(({ endpoint }) => endpoint === 'server.setMemo')
    if (!change) throw new Error('The steps have the memo')
    simulator.faults.add({ match: { method: 'PUT', path: change.path }, fault: { kind: 'late', ms: 8000 } })
    await change.make(page)
    await expect(changeError(page)).toContainText(says.unknown)
    await expect(page.getByTestId('memo-actual')).toContainText('before')
    await page.getByTestId('memo-take').click()
    await expect(page.getByTestId('memo-actual')).toHaveCount(0)
    await expect(page.locator('span:has([data-test="memo-save"][disabled])')).toHaveAttribute('title', says.memoAsRead)
    await expect(changeError(page)).toContainText(says.unknown)
    await expect.poll(() => change.isMade(getSimulatedServer(simulator)), { timeout: 15_000 }).toBe(true)
    // Banto reads the memo itself some minutes later.
    const [account] = await callMain(page, 'accounts.list', null)
    await callMain(page, 'servers.memo', { accountId: String(account?.id), servername })
    await expect(page.getByTestId('server-change-outcome')).toContainText(says.made)
    await expect(page.getByTestId('memo-actual')).toHaveCount(0)
    await page.getByTestId('memo-cancel').click()
    await expect(page.getByTestId('server-memo')).toContainText('after')
  })

  test(`A suspended server shows so, and each refused operation keeps the server as it was (${language})`, async ({
    harness,
    simulator,
  }) => {
    const page = await start(harness, simulator)
    await callMain(page, 'app.saveSettings', { language })
    getSimulatedServer(simulator).status = 'suspended'
    await startSync(page)
    await waitUntilSynced(page)

    for (const change of serverChangeSteps) {
      await test.step(titleOf(change), async () => {
        fillServer(simulator)
        await openServer(page)
        await expect(page.getByTestId('server-suspended')).toContainText(says.suspended)
        await openChange(page, change)
        await change.make(page)
        // The memo belongs to the contract, which the service still manages.
        if (change.endpoint === 'server.setMemo') await change.untilMade?.(page)
        else {
          await expect(changeError(page)).toContainText('FORBIDDEN')
          await expect(changeError(page)).toContainText('403')
        }
        expect(change.isMade(getSimulatedServer(simulator))).toBe(change.endpoint === 'server.setMemo')
        await change.leave?.(page)
      })
    }

    fillServer(simulator)
    await openServer(page)
    for (const reading of serverReadingSteps) {
      await test.step(reading.endpoint, async () => {
        await openReading(page, reading)
        simulator.world.file.suspended_servers = 'refuse_all'
        await page.getByTestId(reading.button).click()
        await expect(page.getByTestId(reading.section)).toContainText('FORBIDDEN')
        simulator.world.file.suspended_servers = 'refuse_changes'
        await page.getByTestId(reading.button).click()
        await expect(page.getByTestId(reading.section)).not.toContainText('FORBIDDEN')
      })
    }
  })

  test(`With a read-only account and offline, each operation says why it is not possible, and nothing is sent (${language})`, async ({
    harness,
    simulator,
  }) => {
    const page = await start(harness, simulator)
    await callMain(page, 'app.saveSettings', { language })
    fillServer(simulator)
    await openServer(page)
    for (const reading of serverReadingSteps) await openReading(page, reading)
    const disabled = (control: string, reason: string) =>
      page.locator(`span[title^="${reason}"]:has([data-test="${control}"][disabled])`).first()

    const [account] = await callMain(page, 'accounts.list', null)
    await callMain(page, 'accounts.update', { accountId: String(account?.id), isReadOnly: true })
    simulator.ledger.clear()
    for (const change of serverChangeSteps) {
      await test.step(`read-only: ${titleOf(change)}`, async () => {
        await openChange(page, change)
        await expect(disabled(change.control, says.readOnly)).toBeVisible()
        // The title is for the pointer only.
        await expect(page.getByTestId('server-change-obstacle')).toContainText(says.readOnly)
      })
    }
    expect(simulator.ledger.requests.filter(({ method }) => method !== 'GET')).toEqual([])

    await callMain(page, 'accounts.update', { accountId: String(account?.id), isReadOnly: false })
    await callMain(page, 'app.saveSettings', { isOffline: true })
    simulator.ledger.clear()
    for (const change of serverChangeSteps) {
      await test.step(`offline: ${titleOf(change)}`, async () => {
        await openChange(page, change)
        await expect(disabled(change.control, says.offline)).toBeVisible()
        await expect(page.getByTestId('server-change-obstacle')).toContainText(says.offline)
      })
    }
    for (const reading of serverReadingSteps) {
      await test.step(`offline: ${reading.endpoint}`, async () => {
        await openTab(page, reading.tab)
        await reading.open?.(page)
        await expect(disabled(reading.button, says.offline)).toBeVisible()
      })
    }
    expect(simulator.ledger.requests).toEqual([])

    // What was not read before says why it cannot be read.
    await openArea(page, 'servers')
    await page.getByTestId('servers-table').getByRole('row').filter({ hasText: 'alphaweb' }).click()
    await openTab(page, 'ssh')
    await expect(page.getByTestId('server-ssh')).toContainText(says.neverOffline)
  })
}
