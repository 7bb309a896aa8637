import { endpointNames } from '#shared/api/endpoints.ts'
import type { Page } from '@playwright/test'
import { permissiveRateLimits } from '#test/permissive-rate-limits.ts'
import { samplePublicKey } from '#test/simulator/sample-ssh-public-key.ts'
import type { SimulatedHostingServer } from '#simulator/simulated-settings-of-hosting-server.ts'
import type { Simulator } from '#simulator/start-simulator.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { addAlpha } from '#test/e2e/support/zone-and-plan-steps.ts'
import { chooseOption, confirmAction, openArea } from '#test/e2e/support/user-steps.ts'

test.setTimeout(240_000)

const servername = 'alphaweb.simulator.example'
const shop = 'alpha-shop.example'

type Tab = 'overview' | 'domains' | 'wordpress' | 'databases' | 'ssh' | 'errorLog'

function getSimulatedServer({ world }: Simulator): { hosting: SimulatedHostingServer; memo: string } {
  const server = world.user('alpha').servers.get(servername)
  if (!server) throw new Error('The world has the server')
  return server
}

/** What a user sees in each language, beside the code of the service. */
const words = {
  en: {
    add: 'was added.',
    reset: 'was reset.',
    cleared: 'was cleared.',
    deleted: 'was deleted.',
    on: 'On',
    off: 'Off',
  },
  ja: {
    add: '追加しました。',
    reset: '初期化しました。',
    cleared: '削除しました。',
    deleted: '削除しました。',
    on: 'オン',
    off: 'オフ',
  },
} as const

/**
 * One app for both languages, because starting one takes as long as a dozen operations. In each language, each
 * operation is refused once with a code of the service, and then done.
 */
test('Each of the 21 operations shows the code of a refusal and is then done, in both languages', async ({
  harness,
  simulator,
}) => {
  Object.assign(simulator.world.file.limits.server, permissiveRateLimits)
  const { hosting } = getSimulatedServer(simulator)
  const page = await harness.start()
  await addAlpha(page, simulator)
  await openArea(page, 'servers')
  await page.getByTestId('servers-table').getByRole('row').filter({ hasText: 'alphaweb' }).click()
  await expect(page.getByTestId('server-info')).toContainText('ns1.simulator.example')
  simulator.ledger.clear()

  const openTab = (tab: Tab) => page.getByTestId(`server-tab-${tab}`).click()
  const changeError = page.getByTestId('server-change-error')
  const note = page.getByTestId('server-change-note')
  const result = page.getByTestId('server-change-result')

  function refuse(method: string, path: string, code: 'VALIDATION_ERROR' | 'NOT_FOUND' = 'VALIDATION_ERROR'): void {
    const status = code === 'NOT_FOUND' ? 404 : 422
    simulator.faults.add({ match: { method, path }, times: 1, fault: { kind: 'status', status, code } })
  }

  /** Makes a change twice: the first one is refused. */
  async function refusedThenDone(method: string, path: string, change: () => Promise<void>): Promise<void> {
    refuse(method, path)
    await change()
    await expect(changeError).toContainText('VALIDATION_ERROR')
    await expect(changeError).toContainText('422')
    await change()
    await expect(changeError).toHaveCount(0)
  }

  /** Reads again: the first reading is refused, and the next one has no error. */
  async function refusedThenRead(path: string, test: string, button = `${test}-read`): Promise<void> {
    // The reading of a section that was just opened would otherwise get the refusal.
    if (button === `${test}-read`) await expect(page.getByTestId(test).getByRole('time').first()).toBeVisible()
    refuse('GET', path, 'NOT_FOUND')
    await page.getByTestId(button).click()
    await expect(page.getByTestId(test)).toContainText('NOT_FOUND')
    await page.getByTestId(button).click()
    await expect(page.getByTestId(test)).not.toContainText('NOT_FOUND')
  }

  for (const language of ['en', 'ja'] as const) {
    const says = words[language]
    await callMain(page, 'app.saveSettings', { language })
    const domain = language === 'en' ? shop : 'alpha-mail.example'
    const password = `long-enough-${language}`

    await test.step(`${language}: information, usage and memo`, async () => {
      await openTab('overview')
      for (const [path, section] of [
        ['/server-info$', 'server-info'],
        ['/usage$', 'server-usage'],
      ] as const)
        await refusedThenRead(path, section, 'server-refresh')
      await page.getByTestId('memo-edit').click()
      await page.getByTestId('memo-text').fill(`memo ${language}`)
      await refusedThenDone('PUT', '/memo$', () => page.getByTestId('memo-save').click())
      await expect(page.getByTestId('memo-text')).toHaveCount(0)
      expect(getSimulatedServer(simulator).memo).toBe(`memo ${language}`)
    })

    await test.step(`${language}: domains and subdomains`, async () => {
      await openTab('domains')
      await page.getByTestId('server-list-domains').click()
      await refusedThenRead('/domain$', 'server-domains')
      await page.getByTestId('server-domains-add').click()
      await page.getByTestId('hosted-name').fill(domain)
      await refusedThenDone('POST', '/domain$', () => page.getByTestId('hosted-add').click())
      await expect(result).toContainText(says.add)
      expect(hosting.domains.get(domain)).toMatchObject({ ssl: true })
      await page.getByTestId('hosted-add-close').click()

      await page.getByTestId('server-domains-table').getByRole('row').filter({ hasText: domain }).click()
      await refusedThenRead(`/domain/${domain}$`, 'hosted-site')
      await refusedThenDone('DELETE', '/cache$', () => page.getByTestId('hosted-clear-cache').click())
      await expect(result).toContainText(says.cleared)
      expect(hosting.clearedCaches.map((each) => each.domain)).toContain(domain)
      await page.getByTestId('hosted-reset').click()
      await refusedThenDone('POST', '/reset$', async () => {
        await page.getByTestId('reset-typed').fill(domain)
        await page.getByTestId('reset-run').click()
      })
      await expect(result).toContainText(says.reset)
      expect(hosting.domains.get(domain)).toMatchObject({ ssl: false })
      await page.getByTestId('reset-close').click()

      await page.getByTestId('hosted-subdomains').click()
      await refusedThenRead('/subdomain$', 'server-subdomains')
      await page.getByTestId('server-subdomains-add').click()
      await page.getByTestId('hosted-name').fill(`blog.${domain}`)
      await refusedThenDone('POST', '/subdomain$', () => page.getByTestId('hosted-add').click())
      await expect(result).toContainText(says.add)
      expect([...hosting.subdomains.keys()]).toContain(`blog.${domain}`)
      await page.getByTestId('hosted-add-close').click()
    })

    await test.step(`${language}: WordPress`, async () => {
      await openTab('wordpress')
      await refusedThenRead('/wp$', 'server-wordpress')
      await page.getByTestId('wordpress-install').click()
      const fields = { url: domain, title: 'Shop', adminUsername: 'keeper', adminEmail: 'a@alpha.example', password }
      for (const [name, value] of Object.entries(fields)) await page.locator(`#wordpress-${name}`).fill(value)
      await refusedThenDone('POST', '/wp$', () => page.getByTestId('wordpress-install-send').click())
      await closeSecret(page)
      expect([...hosting.wordpress.values()].map(({ url }) => url)).toEqual([`https://${domain}/`])
      await page.getByTestId('wordpress-delete').click()
      await page.locator('#wordpress-confirm').fill(domain)
      await refusedThenDone('DELETE', '/wp/', () => page.getByTestId('wordpress-delete-dialog-action').click())
      await expect(note).toContainText(says.deleted)
      // The message of the other language's deletion is shown in this language until this deletion is done.
      await expect.poll(() => hosting.wordpress.size).toBe(0)
    })

    await test.step(`${language}: database, user and grant`, async () => {
      await openTab('databases')
      await page.locator('#database-suffix').fill(language)
      await refusedThenDone('POST', '/db$', () => page.getByTestId('step-database-run').click())
      await expect(page.getByTestId('step-database')).toHaveAttribute('data-state', 'done')
      await page.locator('#user-suffix').fill(language)
      await page.locator('#database-password').fill(password)
      await refusedThenDone('POST', '/db/user$', () => page.getByTestId('step-user-run').click())
      await refusedThenDone('POST', '/grant$', () => page.getByTestId('step-grant-run').click())
      await expect(page.getByTestId('step-grant')).toHaveAttribute('data-state', 'done')
      expect([...(hosting.databaseUsers.get(`alphaweb_${language}`)?.grants ?? [])]).toEqual([`alphaweb_${language}`])
      await closeSecret(page)
      await page.getByTestId('databases-restart').click()
    })

    await test.step(`${language}: SSH`, async () => {
      await openTab('ssh')
      await refusedThenRead('/ssh$', 'server-ssh')
      await refusedThenDone('PUT', '/ssh$', () => page.getByTestId('ssh-on').click())
      await expect(page.getByTestId('ssh-state')).toHaveText(says.on)
      expect(hosting.isSshEnabled).toBe(true)
      await refusedThenDone('PUT', '/ssh$', async () => {
        await page.getByTestId('ssh-off').click()
        await confirmAction(page)
      })
      await expect(page.getByTestId('ssh-state')).toHaveText(says.off)
      expect(hosting.isSshEnabled).toBe(false)

      await refusedThenRead('/ssh/key$', 'server-ssh-keys')
      await page.getByTestId('ssh-key-add').click()
      await page.locator('#ssh-public-key').fill(samplePublicKey)
      await page.locator('#ssh-key-label').fill(`key ${language}`)
      await refusedThenDone('POST', '/ssh/key$', () => page.getByTestId('ssh-key-add-send').click())
      await expect(page.getByTestId('ssh-keys')).toContainText(`key ${language}`)
      await page.getByTestId('ssh-key-generate').click()
      await refusedThenDone('POST', '/ssh/key$', () => page.getByTestId('ssh-key-generate-send').click())
      await page.getByTestId('ssh-private-key-copy').click()
      await page.getByTestId('ssh-private-key-close').click()
      expect([...hosting.sshKeys.values()].map(({ label }) => label)).toEqual([`key ${language}`, 'generated'])
      for (const left of [1, 0]) {
        await page.getByTestId('ssh-key-delete').first().click()
        await refusedThenDone('DELETE', '/ssh/key/', () => page.getByTestId('ssh-key-delete-dialog-action').click())
        await expect.poll(() => hosting.sshKeys.size).toBe(left)
        await expect(page.getByTestId('ssh-key-delete')).toHaveCount(left)
      }
    })

    await test.step(`${language}: error log`, async () => {
      hosting.errorLog.get(domain)?.push(`[error] ${language}`)
      await openTab('errorLog')
      refuse('GET', '/error-log$', 'NOT_FOUND')
      await chooseOption(page, page.getByTestId('error-log-domain'), domain)
      await expect(page.getByText('NOT_FOUND')).toBeVisible()
      await page.getByTestId('error-log-read').click()
      await expect(page.getByTestId('log-lines')).toContainText(`[error] ${language}`)
    })

    const called = new Set(simulator.ledger.requests.map(({ endpoint }) => endpoint))
    simulator.ledger.clear()
    const operations = endpointNames.filter((name) => name.startsWith('hosting.'))
    expect(operations).toHaveLength(21)
    expect(
      operations.filter((name) => !called.has(name)),
      `${language}: operations that no form has called`,
    ).toEqual([])
  }
})

async function closeSecret(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Copy the password|パスワードをコピー/ }).click()
  await page.getByTestId('secret-close').click()
}
