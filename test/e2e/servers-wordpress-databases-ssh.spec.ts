import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import type { SimulatedHostingServer } from '#simulator/simulated-settings-of-hosting-server.ts'
import type { Simulator } from '#simulator/start-simulator.ts'
import { permissiveRateLimits } from '#test/permissive-rate-limits.ts'
import { samplePublicKey } from '#test/simulator/sample-ssh-public-key.ts'
import { expect, test, type AppHarness } from '#test/e2e/support/app-fixtures.ts'
import { findFilesContaining } from '#test/e2e/support/find-files-containing.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { secrets } from '#test/e2e/support/small-world.ts'
import {
  addAccountByCommands,
  confirmAction,
  openArea,
  startSync,
  waitUntilListsRead,
} from '#test/e2e/support/user-steps.ts'

test.use({ tracesMessages: true })

test.setTimeout(240_000)

const servername = 'alphaweb.simulator.example'
const typedPassword = 'Canary-Typed-Password-5120'
type Tab = 'wordpress' | 'databases' | 'ssh'

function hostingOf({ world }: Simulator): SimulatedHostingServer {
  const server = world.user('alpha').servers.get(servername)
  if (!server) throw new Error('The world has the server')
  return server.hosting
}

/** The calls that changed something since the last call of this function: method, path below the server, body. */
function takeWrites({ ledger }: Simulator): [string, unknown][] {
  const writes = ledger.requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, bodyJson }): [string, unknown] => [
      `${method} ${path.replace(`/v1/server/${servername}`, '')}`,
      bodyJson,
    ])
  ledger.clear()
  return writes
}

async function openServer(page: Page, simulator: Simulator): Promise<void> {
  Object.assign(simulator.world.file.limits.server, permissiveRateLimits)
  await addAccountByCommands(page, {
    label: 'Alpha',
    url: simulator.url,
    keys: [{ label: 'all', secret: secrets.alpha }],
  })
  await startSync(page)
  await waitUntilListsRead(page)
  await openArea(page, 'servers')
  await page.getByTestId('servers-table').getByRole('row').filter({ hasText: 'alphaweb' }).click()
  simulator.ledger.clear()
}

const openTab = (page: Page, tab: Tab) => page.getByTestId(`server-tab-${tab}`).click()

async function fillWordpress(page: Page, fields: Record<string, string>): Promise<void> {
  await page.getByTestId('wordpress-install').click()
  for (const [name, value] of Object.entries(fields)) await page.locator(`#wordpress-${name}`).fill(value)
}

const site = {
  url: `${servername}/blog`,
  title: 'Shop',
  adminUsername: 'keeper',
  adminEmail: 'keeper@alpha-shop.example',
  password: typedPassword,
}

async function installWordpress(page: Page, fields: Partial<typeof site> = {}): Promise<void> {
  await fillWordpress(page, { ...site, ...fields })
  await page.getByTestId('wordpress-install-send').click()
  await page
    .getByTestId('secret-shown-once')
    .getByRole('button', { name: /password|パスワード/ })
    .click()
  await page.getByTestId('secret-close').click()
  await expect(page.getByTestId('wordpress-sites')).toBeVisible()
}

/** Answers the next dialog for saving a file with a path beside the profile, and returns the path. */
async function chooseFile(harness: AppHarness, name: string): Promise<string> {
  const path = join(dirname(harness.profile), name)
  await harness.app().app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, path)
  return path
}

async function checkInBothThemes(page: Page, what: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await callMain(page, 'app.saveSettings', { theme })
    await expectAccessible(page, `${what}, ${theme}`)
  }
}

test('A password of WordPress that is stored nowhere stays shown until the user closes it, also after a lost answer', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await openServer(page, simulator)
  await openTab(page, 'wordpress')

  await test.step('Nothing else is installed beside the password, which is not asked about if copied before', async () => {
    await fillWordpress(page, site)
    await page.getByRole('button', { name: 'Copy the password' }).click()
    await page.getByTestId('wordpress-install-send').click()
    await expect(page.getByTestId('secret-password')).toHaveText(typedPassword)
    await expect(page.getByTestId('wordpress-sites')).toBeVisible()
    await expect(page.getByTestId('wordpress-install')).toHaveCount(0)
    await page.getByTestId('secret-close').click()
    await expect(page.getByTestId('secret-shown-once')).toHaveCount(0)
  })

  await test.step('Each password whose outcome is unknown stays shown with its administrator', async () => {
    await fillWordpress(page, { ...site, url: `${servername}/second` })
    const match = { method: 'POST', path: '/wp$' } as const
    for (const password of ['first-lost-password', 'second-lost-password']) {
      await page.locator('#wordpress-password').fill(password)
      await page.locator('#wordpress-adminUsername').fill(`keeper-of-${password}`)
      simulator.faults.add({ match, times: 1, fault: { kind: 'reset-before' } })
      await page.getByTestId('wordpress-install-send').click()
      await expect(page.getByTestId('server-change-error')).toContainText('Outcome unknown')
    }
    await page.getByTestId('wordpress-password-generate').click()
    await expect(page.locator('#wordpress-lost-password-0')).toHaveValue('first-lost-password')
    await expect(page.locator('#wordpress-lost-password-1')).toHaveValue('second-lost-password')
    await expect(page.getByTestId('wordpress-form')).toContainText('“keeper-of-first-lost-password”')
    await checkInBothThemes(page, 'passwords of unknown installations')
  })

  await test.step('The form asks before it closes until each of these passwords was copied', async () => {
    const copies = page.getByTestId('wordpress-form').getByRole('button', { name: 'Copy the password' })
    await copies.nth(1).click()
    await page.getByTestId('wordpress-install-cancel').click()
    await expect(page.getByTestId('confirm')).toContainText('shown only here')
    await page.getByTestId('confirm-cancel').click()
    await copies.nth(2).click()
    await page.getByTestId('wordpress-install-cancel').click()
    await expect(page.getByTestId('wordpress-form')).toHaveCount(0)
  })

  await test.step('A password of unknown outcome stays shown beside that of a later installation until it was copied', async () => {
    await fillWordpress(page, { ...site, url: `${servername}/third`, password: 'third-lost-password' })
    simulator.faults.add({ match: { method: 'POST', path: '/wp$' }, times: 1, fault: { kind: 'reset-before' } })
    await page.getByTestId('wordpress-install-send').click()
    await expect(page.getByTestId('server-change-error')).toContainText('Outcome unknown')
    await page.locator('#wordpress-password').fill(typedPassword)
    await page.getByTestId('wordpress-install-send').click()
    await expect(page.getByTestId('secret-password')).toHaveText(typedPassword)
    await expect(page.locator('#wordpress-lost-password-0')).toHaveValue('third-lost-password')
    const copies = page.getByTestId('secret-shown-once').getByRole('button', { name: 'Copy the password' })
    await copies.nth(0).click()
    await page.getByTestId('secret-close').click()
    await page.getByTestId('confirm-cancel').click()
    await copies.nth(1).click()
    await page.getByTestId('secret-close').click()
    await expect(page.getByTestId('secret-shown-once')).toHaveCount(0)
  })
})

test('Every operation of WordPress, databases and SSH goes from the screen to the server, and no secret to the disk', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await openServer(page, simulator)
  const hosting = hostingOf(simulator)

  await test.step('WordPress is installed with a typed password, which is shown once', async () => {
    await openTab(page, 'wordpress')
    await expect(page.getByTestId('server-wordpress')).toContainText('No WordPress on this server.')
    await fillWordpress(page, {})
    await page.getByTestId('wordpress-install-send').click()
    await expect(page.getByTestId('wordpress-form').getByRole('alert')).toHaveCount(4)
    await expect(page.locator('#wordpress-url')).toBeFocused()
    for (const [name, value] of Object.entries(site)) await page.locator(`#wordpress-${name}`).fill(value)
    await expect(page.getByTestId('wordpress-form')).toContainText(`Sent as https://${servername}/blog`)
    await checkInBothThemes(page, 'form of WordPress')
    await page.getByTestId('wordpress-install-send').click()
    await expect(page.getByTestId('secret-shown-once')).toContainText('WordPress was installed.')
    await expect(page.getByTestId('secret-shown-once')).not.toContainText('Sign in once to check them.')
    await expect(page.getByTestId('secret-password')).toHaveText(typedPassword)
    await expect(page.getByTestId('wordpress-sites')).toContainText(`https://${servername}/blog`)
    expect(takeWrites(simulator)).toEqual([
      [
        'POST /wp',
        {
          url: `https://${servername}/blog`,
          title: 'Shop',
          admin_username: 'keeper',
          admin_password: typedPassword,
          admin_email: 'keeper@alpha-shop.example',
        },
      ],
    ])
    await checkInBothThemes(page, 'installed WordPress')
  })

  await test.step('A password that was not copied is not left without a question', async () => {
    await page.getByTestId('server-back').click()
    await expect(page.getByTestId('confirm')).toContainText('Close without copying or saving?')
    await page.getByTestId('confirm-cancel').click()
    await page.getByRole('button', { name: 'Copy the password' }).click()
    await page.getByTestId('secret-close').click()
    await expect(page.getByTestId('secret-password')).toHaveCount(0)
  })

  await test.step('The list of one domain is asked of the service', async () => {
    await page.locator('#wordpress-domain').fill('OTHER.example')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('server-wordpress')).toContainText('No WordPress on OTHER.example.')
    expect(simulator.ledger.requests.findLast(({ path }) => path.endsWith('/wp'))?.query).toEqual({
      domain: 'other.example',
    })
    await page.getByTestId('wordpress-domain-clear').click()
    await expect(page.getByTestId('wordpress-delete')).toBeVisible()
  })

  await test.step('WordPress is deleted with the defaults of the service after its address was typed', async () => {
    await page.getByTestId('wordpress-delete').click()
    await expect(page.getByTestId('wordpress-delete-dialog-action')).toBeDisabled()
    await page.locator('#wordpress-confirm').fill(`${servername}/blog`)
    await expectAccessible(page, 'deletion of WordPress')
    await page.getByTestId('wordpress-delete-dialog-action').click()
    await expect(page.getByTestId('server-change-note')).toContainText(`https://${servername}/blog was deleted.`)
    expect(takeWrites(simulator)).toEqual([
      ['DELETE /wp/1', { delete_db: true, delete_db_user: false, delete_cron: true }],
    ])
    expect([hosting.databases.size, hosting.databaseUsers.size, hosting.cronJobs.size]).toEqual([0, 1, 0])
  })

  await test.step('Each of the three choices of a deletion is sent as chosen', async () => {
    await installWordpress(page, { password: 'another-password' })
    takeWrites(simulator)
    await page.getByTestId('wordpress-delete').click()
    for (const flag of ['deletesDatabase', 'deletesDatabaseUser', 'deletesCron'])
      await page.getByTestId(`wordpress-${flag}`).click()
    await page.locator('#wordpress-confirm').fill(`https://${servername}/blog`)
    await page.getByTestId('wordpress-delete-dialog-action').click()
    await expect(page.getByTestId('server-wordpress')).toContainText('No WordPress on this server.')
    expect(takeWrites(simulator)).toEqual([
      ['DELETE /wp/2', { delete_db: false, delete_db_user: true, delete_cron: false }],
    ])
    expect([hosting.databases.size, hosting.databaseUsers.size, hosting.cronJobs.size]).toEqual([1, 1, 1])
  })

  const generated = await test.step('A database, a user and the grant are made in one flow', async () => {
    await openTab(page, 'databases')
    await expect(page.getByTestId('databases-summary')).toHaveText('Remaining: database, database user, grant')
    await page.getByTestId('databases-run-all').click()
    await expect(page.locator('#database-suffix')).toBeFocused()
    await page.locator('#database-suffix').fill('shop')
    await checkInBothThemes(page, 'flow of a database')
    await page.getByTestId('databases-run-all').click()
    await expect(page.getByTestId('databases-summary')).toHaveText('Nothing remains to be done.')
    const password = await page.getByTestId('secret-password').innerText()
    expect(takeWrites(simulator)).toEqual([
      ['POST /db', { name_suffix: 'shop', character_set: 'utf8mb4' }],
      ['POST /db/user', { name_suffix: 'shop', password }],
      ['POST /db/user/alphaweb_shop/grant', { db_name: 'alphaweb_shop' }],
    ])
    expect([...(hosting.databaseUsers.get('alphaweb_shop')?.grants ?? [])]).toEqual(['alphaweb_shop'])
    await checkInBothThemes(page, 'database that was made')
    await page.getByRole('button', { name: 'Copy the password' }).click()
    await page.getByTestId('secret-close').click()
    await page.getByTestId('databases-restart').click()
    return password
  })

  await test.step('Each step is also sent by itself, with another character set and with existing names', async () => {
    await page.locator('#database-suffix').fill('archive')
    await page.getByTestId('character-set-other').click()
    await page.locator('#character-set').fill('latin1')
    await page.getByTestId('step-database-run').click()
    await expect(page.getByTestId('database-created')).toHaveText('alphaweb_archive')
    await page.getByTestId('user-existing').click()
    await expect(page.getByTestId('step-grant-run')).toBeDisabled()
    await page.locator('#user-full-name').fill('alphaweb_shop')
    await page.getByTestId('step-grant-run').click()
    await expect(page.getByTestId('step-grant')).toHaveAttribute('data-state', 'done')
    expect(takeWrites(simulator)).toEqual([
      ['POST /db', { name_suffix: 'archive', character_set: 'latin1' }],
      ['POST /db/user/alphaweb_shop/grant', { db_name: 'alphaweb_archive' }],
    ])
  })

  await test.step('A refusal after a lost answer still says that the user may be the own one, with the password sent', async () => {
    await page.getByTestId('databases-restart').click()
    await page.getByTestId('database-existing').click()
    await page.locator('#user-suffix').fill('lost')
    const sent = await page.locator('#database-password').inputValue()
    simulator.faults.add({ match: { method: 'POST', path: '/db/user$' }, times: 1, fault: { kind: 'reset-after' } })
    await page.getByTestId('step-user-run').click()
    await expect(page.getByTestId('step-user')).toHaveAttribute('data-state', 'unknown')
    await page.getByTestId('database-password-generate').click()
    await page.getByTestId('step-user-run').click()
    await expect(page.getByTestId('step-user')).toContainText('is taken')
    await expect(page.getByTestId('step-user')).toHaveAttribute('data-state', 'unknown')
    await expect(page.getByTestId('database-check')).toContainText('“lost”')
    await page.getByTestId('user-existing').click()
    await expect(page.getByTestId('step-user')).toHaveAttribute('data-state', 'unknown')
    await expect(page.getByTestId('step-user')).toContainText('Outcome unknown')
    await expect(page.locator('#database-lost-password-0')).toHaveValue(sent)
    expect(takeWrites(simulator)).toMatchObject([
      ['POST /db/user', { password: sent }],
      ['POST /db/user', {}],
    ])
  })

  await test.step('The password of a user that may exist is not left without a question, unless it was copied', async () => {
    await page.getByTestId('server-back').click()
    await expect(page.getByTestId('confirm')).toContainText('stored nowhere')
    await page.getByTestId('confirm-cancel').click()
    await page.getByRole('button', { name: 'Copy the password' }).click()
    await page.getByTestId('server-back').click()
    await page.getByTestId('servers-table').getByRole('row').filter({ hasText: 'alphaweb' }).click()
  })

  await test.step('SSH is switched on and off, and its command can be copied', async () => {
    await openTab(page, 'ssh')
    await expect(page.getByTestId('ssh-state')).toHaveText('Off')
    await expect(page.getByTestId('ssh-command')).toHaveText(`ssh -p 10022 alphaweb@${servername}`)
    await page.getByTestId('ssh-on').click()
    await expect(page.getByTestId('ssh-state')).toHaveText('On')
    expect(hosting.isSshEnabled).toBe(true)
    await page.getByTestId('ssh-off').click()
    await page.getByTestId('confirm-cancel').click()
    expect(hosting.isSshEnabled).toBe(true)
    await page.getByTestId('ssh-off').click()
    await confirmAction(page)
    await expect(page.getByTestId('ssh-state')).toHaveText('Off')
    expect(takeWrites(simulator)).toEqual([
      ['PUT /ssh', { ssh_enabled: true }],
      ['PUT /ssh', { ssh_enabled: false }],
    ])
  })

  await test.step('A public key is checked before it is sent, and is called by its comment', async () => {
    await page.getByTestId('ssh-key-add').click()
    await page.locator('#ssh-public-key').fill('-----BEGIN OPENSSH PRIVATE KEY-----')
    await expect(page.getByTestId('ssh-key-form').getByRole('alert')).toContainText('This is a private key.')
    await page.locator('#ssh-public-key').fill('ssh-ed25519 AAAAC3Nza')
    await page.getByTestId('ssh-key-add-send').click()
    await expect(page.getByTestId('ssh-key-form').getByRole('alert').first()).toContainText('incomplete')
    expect(takeWrites(simulator)).toEqual([])
    await page.locator('#ssh-public-key').fill(`${samplePublicKey} me@office`)
    await checkInBothThemes(page, 'form of a key')
    await page.getByTestId('ssh-key-add-send').click()
    await expect(page.getByTestId('ssh-keys')).toContainText('me@office')
    expect(takeWrites(simulator)).toEqual([
      ['POST /ssh/key', { public_key: `${samplePublicKey} me@office`, label: 'me@office' }],
    ])
  })

  const privateKeyLines =
    await test.step('A generated private key is shown once and saved for its owner only', async () => {
      await page.getByTestId('ssh-key-generate').click()
      await page.getByTestId('ssh-key-generate-send').click()
      const text = await page.getByTestId('ssh-private-key-text').innerText()
      expect(takeWrites(simulator)).toEqual([['POST /ssh/key', { generate: true }]])
      await checkInBothThemes(page, 'private key')
      await page.getByTestId('ssh-private-key-close').click()
      await page.getByTestId('confirm-cancel').click()
      await page.getByTestId('server-back').click()
      await page.getByTestId('confirm-cancel').click()
      const path = await chooseFile(harness, 'alphaweb.pem')
      await page.getByTestId('ssh-private-key-save').click()
      await expect(page.getByTestId('ssh-private-key-kept')).toContainText(path)
      expect(readFileSync(path, 'utf8').trim()).toBe(text.trim())
      if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
      await page.getByTestId('ssh-private-key-close').click()
      await expect(page.getByTestId('ssh-private-key')).toHaveCount(0)
      return text.split('\n').filter((line) => line.length > 40)
    })

  await test.step('A key is deleted', async () => {
    await page.getByTestId('ssh-key-delete').first().click()
    await expectAccessible(page, 'deletion of a key')
    await page.getByTestId('ssh-key-delete-dialog-action').click()
    await expect(page.getByTestId('ssh-key-delete')).toHaveCount(1)
    expect([...hosting.sshKeys.values()].map(({ label }) => label)).toEqual(['generated'])
    await checkInBothThemes(page, 'tab of SSH')
  })

  await test.step('No password and no private key is in the profile, in the output or in another message', async () => {
    const shown = await page.content()
    await harness.app().close()
    expect(findFilesContaining(harness.profile, servername)).not.toEqual([])
    expect(privateKeyLines.length).toBeGreaterThan(0)
    const canaries: [string, string[]][] = [
      [typedPassword, ['servers.installWordpress']],
      [generated, ['servers.addDatabaseUser']],
      ...privateKeyLines.map((line): [string, string[]] => [line, ['reply', 'servers.savePrivateKey']]),
    ]
    for (const [secret, carriers] of canaries) {
      expect(findFilesContaining(harness.profile, secret), 'files of the profile').toEqual([])
      expect(harness.output(), 'stdout and stderr').not.toContain(secret)
      expect(shown, 'the page').not.toContain(secret)
      if (harness.messages().length === 0) continue // the real Electron is not traced
      const carrying = harness.messages().filter((message) => JSON.stringify(message).includes(secret))
      expect(carrying.map((message) => carriers.find((name) => JSON.stringify(message).includes(name)))).toEqual(
        carriers,
      )
    }
  })
})

test('日本語の画面で、応答の形が異なるサーバーのWordPress、データベース、SSHを操作できる', async ({
  harness,
  simulator,
}) => {
  simulator.world.file.undocumented_names = 'c'
  const page = await harness.start({ env: { LANGUAGE: 'ja', LANG: 'ja_JP.UTF-8' } })
  await openServer(page, simulator)
  const hosting = hostingOf(simulator)

  await openTab(page, 'wordpress')
  await expect(page.getByTestId('server-wordpress')).toContainText('このサーバーにWordPressはありません。')
  await installWordpress(page)
  await page.getByTestId('wordpress-delete').click()
  await page.locator('#wordpress-confirm').fill(`${servername}/blog`)
  await expect(page.getByTestId('wordpress-delete-dialog-action')).toBeDisabled()
  await page.locator('#wordpress-id').fill('7')
  await page.getByTestId('wordpress-delete-dialog-action').click()
  await expect(page.getByTestId('server-change-error')).toContainText('このURLとIDのWordPressは一覧にありません。')
  await page.locator('#wordpress-id').fill('1')
  await page.getByTestId('wordpress-delete-dialog-action').click()
  await expect(page.getByTestId('server-change-note')).toContainText('削除しました。')
  expect(hosting.wordpress.size).toBe(0)

  await openTab(page, 'databases')
  await page.locator('#database-suffix').fill('shop')
  await page.locator('#user-suffix').fill('keeper')
  await page.getByTestId('databases-run-all').click()
  await expect(page.getByTestId('databases-summary')).toHaveText('残りの手順はありません。')
  expect([...(hosting.databaseUsers.get('alphaweb_keeper')?.grants ?? [])]).toEqual(['alphaweb_shop'])
  await page.getByRole('button', { name: 'パスワードをコピー' }).click()
  await page.getByTestId('secret-close').click()

  await openTab(page, 'ssh')
  await page.getByTestId('ssh-on').click()
  await expect(page.getByTestId('ssh-state')).toHaveText('オン')
  await page.getByTestId('ssh-key-add').click()
  await page.locator('#ssh-public-key').fill(samplePublicKey)
  await page.locator('#ssh-key-label').fill('事務所')
  await page.getByTestId('ssh-key-add-send').click()
  await expect(page.getByTestId('ssh-keys')).toContainText('事務所')
  await page.getByTestId('ssh-key-generate').click()
  await page.getByTestId('ssh-key-generate-send').click()
  await expect(page.getByTestId('ssh-private-key-text')).toContainText('BEGIN PRIVATE KEY')
  await page.getByTestId('ssh-private-key-copy').click()
  await page.getByTestId('ssh-private-key-close').click()
  const [first] = [...hosting.sshKeys.keys()]
  await page.getByTestId('ssh-key-delete').first().click()
  await page.locator('#ssh-key-id').fill(String(first))
  await page.getByTestId('ssh-key-delete-dialog-action').click()
  await expect(page.getByTestId('ssh-key-delete')).toHaveCount(1)
  await page.getByTestId('ssh-off').click()
  await confirmAction(page)
  await expect(page.getByTestId('ssh-state')).toHaveText('オフ')
  expect([hosting.isSshEnabled, hosting.sshKeys.size]).toEqual([false, 1])
  for (const tab of ['wordpress', 'databases', 'ssh'] as const) {
    await openTab(page, tab)
    await expectAccessible(page, `日本語: ${tab}`)
  }
})

test('A lost answer is an unknown outcome, a refusal is shown with its reason, and a read-only account sends nothing', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await openServer(page, simulator)
  const hosting = hostingOf(simulator)
  const lose = (path: string, kind: 'reset-after' | 'reset-before' = 'reset-after', method = 'POST') =>
    simulator.faults.add({ match: { method, path }, times: 1, fault: { kind } })

  await test.step('A refused installation keeps the form with its reason', async () => {
    await openTab(page, 'wordpress')
    await fillWordpress(page, { ...site, url: 'elsewhere.example' })
    await page.getByTestId('wordpress-install-send').click()
    await expect(page.getByTestId('server-change-error')).toContainText('is on no domain of the server')
    await expect(page.getByTestId('server-change-error')).not.toContainText(typedPassword)
    expect(hosting.wordpress.size).toBe(0)
  })

  await test.step('An installation whose answer is lost is unknown until a reading shows it, and its password stays unconfirmed', async () => {
    takeWrites(simulator)
    await page.locator('#wordpress-url').fill(`${servername}/blog`)
    lose('/wp$', 'reset-before')
    await page.getByTestId('wordpress-install-send').click()
    await expect(page.getByTestId('server-change-error')).toContainText('Outcome unknown')
    await expect(page.getByTestId('server-change-error')).not.toContainText(/fail/i)
    await page.getByTestId('wordpress-install-cancel').click()
    await expect(page.getByTestId('confirm')).toContainText('stored nowhere')
    await page.getByTestId('confirm-cancel').click()

    takeWrites(simulator)
    lose('/wp$', 'reset-before')
    // The first reading is before the change. The one after it waits, so that another program is faster.
    for (const ms of [0, 4000])
      simulator.faults.add({ match: { method: 'GET', path: '/wp$' }, times: 1, fault: { kind: 'delay', ms } })
    await page.getByTestId('wordpress-install-send').click()
    await expect.poll(() => takeWrites(simulator), { intervals: [50] }).toHaveLength(1)
    const other = {
      url: `https://${servername}/blog`,
      title: 'Somebody else',
      database: '',
      databaseUser: '',
      cronJob: 9,
    }
    hosting.wordpress.set(9, other)
    await expect(page.getByTestId('wordpress-sites')).toContainText('Somebody else')
    await expect(page.getByTestId('server-change-error')).toContainText('Outcome unknown')
    hosting.wordpress.delete(9)

    lose('/wp$')
    await page.getByTestId('wordpress-install-send').click()
    await expect(page.getByTestId('secret-shown-once')).toContainText('a reading afterwards shows it')
    await expect(page.getByTestId('secret-shown-once')).toContainText('Sign in once to check them.')
    expect(takeWrites(simulator)).toHaveLength(1)
    expect(hosting.wordpress.size).toBe(1)
    await page.getByRole('button', { name: 'Copy the password' }).click()
    await page.getByTestId('secret-close').click()
  })

  await test.step('A second installation at the same address is a conflict and is not sent', async () => {
    await fillWordpress(page, { ...site, url: `${servername}/blog` })
    await page.getByTestId('wordpress-install-send').click()
    await expect(page.getByTestId('server-change-error')).toContainText('already has WordPress at this address')
    expect(takeWrites(simulator)).toEqual([])
    await page.getByTestId('wordpress-install-cancel').click()
  })

  await test.step('A deletion of WordPress whose answer is lost is settled by a reading', async () => {
    await page.getByTestId('wordpress-delete').click()
    await page.locator('#wordpress-confirm').fill(`${servername}/blog`)
    lose('/wp/', 'reset-before', 'DELETE')
    await page.getByTestId('wordpress-delete-dialog-action').click()
    await expect(page.getByTestId('wordpress-delete-dialog')).toContainText('Outcome unknown')
    lose('/wp/', 'reset-after', 'DELETE')
    await page.getByTestId('wordpress-delete-dialog-action').click()
    await expect(page.getByTestId('server-change-note')).toContainText('a reading afterwards shows it')
  })

  await test.step('A database whose answer is lost stays unknown, and the flow says what to check and goes on', async () => {
    await openTab(page, 'databases')
    await page.locator('#database-suffix').fill('shop')
    takeWrites(simulator)
    lose('/db$')
    await page.getByTestId('databases-run-all').click()
    await expect(page.getByTestId('step-database')).toHaveAttribute('data-state', 'unknown')
    await expect(page.getByTestId('step-database')).toContainText(
      'Whether the change was made is not known. The execution log',
    )
    await page.getByTestId('step-database').getByTestId('server-change-logs').click()
    await expect(page.getByTestId('step-database').getByTestId('logs-of')).toContainText('Create a database')
    await expect(page.locator('#database-suffix')).toHaveValue('shop')
    await expect(page.getByTestId('database-check')).toContainText('whose name ends with “shop”')
    expect(takeWrites(simulator)).toHaveLength(1)
    await page.getByTestId('step-database-run').click()
    await expect(page.getByTestId('step-database')).toContainText('is taken')
    await expect(page.getByTestId('step-database')).toHaveAttribute('data-state', 'unknown')
    await page.getByTestId('database-existing').click()
    await page.locator('#database-full-name').fill('alphaweb_shop')
    // The user keeps the name that was shown for it.
    await expect(page.locator('#user-suffix')).toHaveValue('shop')
    lose('/db/user$')
    lose('/grant$')
    await page.getByTestId('databases-run-all').click()
    await expect(page.getByTestId('step-user')).toHaveAttribute('data-state', 'unknown')
    await page.getByTestId('user-existing').click()
    await expect(page.locator('#database-lost-password-0')).toBeVisible()
    await page.locator('#user-full-name').fill('alphaweb_shop')
    await page.getByTestId('databases-run-all').click()
    await expect(page.getByTestId('databases-summary')).toHaveText('Nothing remains to be done.')
    // The grant shows that both exist, so the attempts without an answer leave nothing to check.
    await expect(page.getByTestId('step-database')).toHaveAttribute('data-state', 'notNeeded')
    await expect(page.getByTestId('step-user')).toHaveAttribute('data-state', 'notNeeded')
    await expect(page.getByTestId('database-check')).toHaveCount(0)
    await expect(page.locator('#database-lost-password-0')).toBeVisible()
    expect([...(hosting.databaseUsers.get('alphaweb_shop')?.grants ?? [])]).toEqual(['alphaweb_shop'])
  })

  await test.step('An answer without the full name is shown as received, and the name is entered by hand', async () => {
    await page.getByTestId('databases-restart').click()
    await expect(page.getByTestId('confirm')).toContainText('stored nowhere')
    await confirmAction(page)
    await page.locator('#database-suffix').fill('raw')
    simulator.faults.add({
      match: { method: 'POST', path: '/db$' },
      times: 1,
      fault: { kind: 'status', status: 200, when: 'after', body: { made: 'yes' } },
    })
    await page.getByTestId('step-database-run').click()
    await expect(page.getByTestId('step-database')).toContainText('"made": "yes"')
    await page.locator('#database-full-name').fill('alphaweb_raw')
    await page.getByTestId('user-existing').click()
    await page.locator('#user-full-name').fill('alphaweb_shop')
    await page.getByTestId('databases-run-all').click()
    await expect(page.getByTestId('step-grant')).toHaveAttribute('data-state', 'done')
    expect([...(hosting.databaseUsers.get('alphaweb_shop')?.grants ?? [])]).toContain('alphaweb_raw')
    // Nothing is left to send, so the page can be left without a question.
    await page.getByTestId('server-back').click()
    await expect(page.getByTestId('servers-table')).toBeVisible()
    await page.getByTestId('servers-table').getByRole('row').filter({ hasText: 'alphaweb' }).click()
  })

  await test.step('Answers of an unknown shape are shown as received', async () => {
    simulator.faults.add({ match: { path: '/ssh$' }, times: 1, fault: { kind: 'other-json' } })
    simulator.faults.add({ match: { path: '/ssh/key$' }, times: 1, fault: { kind: 'other-json' } })
    await openTab(page, 'ssh')
    await expect(page.getByTestId('ssh-state')).toHaveText('Unknown')
    await expect(page.getByTestId('ssh-on')).toBeVisible()
    await expect(page.getByTestId('ssh-off')).toBeVisible()
    await expect(page.getByTestId('server-ssh-keys')).toContainText('a form that Banto does not know')
    await page.getByTestId('server-ssh-keys-read').click()
    await page.getByTestId('server-ssh-read').click()
    await expect(page.getByTestId('server-ssh-keys')).toContainText('No SSH key on this server.')
  })

  await test.step('A key pair whose answer is lost names the key that appeared, and is not generated again', async () => {
    takeWrites(simulator)
    lose('/ssh/key$')
    await page.getByTestId('ssh-key-generate').click()
    await page.getByTestId('ssh-key-generate-send').click()
    await expect(page.getByTestId('ssh-key-generator')).toContainText('If someone added the key meanwhile, keep it.')
    await expect(page.getByTestId('ssh-key-generator')).toContainText(/generated\s*ID \d+/)
    await expect(page.getByTestId('ssh-keys')).toContainText('generated')
    expect(takeWrites(simulator)).toHaveLength(1)
    await page.getByTestId('ssh-key-generate-cancel').click()
  })

  await test.step('A key that is there already, and a deletion whose answer is lost', async () => {
    await page.getByTestId('ssh-key-add').click()
    await page.locator('#ssh-public-key').fill([...hosting.sshKeys.values()][0]?.publicKey ?? '')
    await page.locator('#ssh-key-label').fill('again')
    await page.getByTestId('ssh-key-add-send').click()
    await expect(page.getByTestId('server-change-error')).toContainText('This key is in the list already.')
    await page.getByTestId('ssh-key-add-cancel').click()
    lose('/ssh/key/', 'reset-after', 'DELETE')
    await page.getByTestId('ssh-key-delete').click()
    await page.getByTestId('ssh-key-delete-dialog-action').click()
    await expect(page.getByTestId('server-change-note').last()).toContainText('a reading afterwards shows it')
    expect(hosting.sshKeys.size).toBe(0)
  })

  await test.step('Without a key that may write, and with a read-only account, each change says why it is not possible', async () => {
    const [account] = await callMain(page, 'accounts.list', null)
    await callMain(page, 'accounts.update', { accountId: String(account?.id), isReadOnly: true })
    takeWrites(simulator)
    for (const [tab, buttons] of [
      ['wordpress', ['wordpress-install']],
      ['databases', ['step-database-run', 'databases-run-all']],
      ['ssh', ['ssh-on', 'ssh-key-add', 'ssh-key-generate']],
    ] as const) {
      await openTab(page, tab)
      for (const button of buttons) {
        await expect(page.getByTestId(button)).toBeDisabled()
        await expect(page.locator(`span[title*="read-only"]:has([data-test="${button}"])`)).toBeVisible()
      }
    }
    expect(takeWrites(simulator)).toEqual([])
  })
})
