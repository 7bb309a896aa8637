// Steps on the page of a server, one for each operation of server management.
import { expect, type Page } from '@playwright/test'
import type { EndpointName } from '#shared/api/endpoints.ts'
import { samplePublicKey } from '#test/simulator/sample-ssh-public-key.ts'
import { createHostedDomain, type SimulatedHostingServer } from '#simulator/simulated-settings-of-hosting-server.ts'
import type { Simulator } from '#simulator/start-simulator.ts'
import type { SimulatedServer } from '#simulator/world-state.ts'
import { confirmAction, openArea } from './user-steps.ts'

export type ServerTab = 'overview' | 'domains' | 'wordpress' | 'databases' | 'ssh' | 'errorLog'

export const servername = 'alphaweb.simulator.example'
/** Domains that the server has after `fillServer`. */
export const hostedDomain = 'alpha-shop.example'
const hostedSite = `https://${hostedDomain}/`
const otherDatabase = 'alphaweb_other'
const typedPassword = 'long-enough-password'
/** Another key than the one that the server has. */
const otherPublicKey = `${samplePublicKey.slice(0, -4)}AAAA`

export function getSimulatedServer({ world }: Simulator): SimulatedServer {
  const server = world.user('alpha').servers.get(servername)
  if (!server) throw new Error('The world has the server')
  return server
}

/** Gives the server one of everything that can be removed, and removes the rest. */
export function fillServer(simulator: Simulator): SimulatedHostingServer {
  const server = getSimulatedServer(simulator)
  const { hosting } = server
  server.memo = 'before'
  for (const part of Object.values(hosting)) if (part instanceof Map || part instanceof Set) part.clear()
  hosting.domains.set(hostedDomain, createHostedDomain(true, false))
  hosting.errorLog.set(hostedDomain, ['[error] a line'])
  hosting.clearedCaches.length = 0
  hosting.isSshEnabled = false
  const database = 'alphaweb_wp1'
  for (const name of [database, otherDatabase]) hosting.databases.set(name, { characterSet: 'utf8mb4' })
  hosting.databaseUsers.set(database, { password: 'stored-password', grants: new Set([database]) })
  hosting.wordpress.set(1, { url: hostedSite, title: 'Shop', database, databaseUser: database, cronJob: 1 })
  hosting.sshKeys.set(1, { label: 'office', publicKey: samplePublicKey })
  hosting.lastId = 1
  return hosting
}

export async function openServer(page: Page): Promise<void> {
  await openArea(page, 'servers')
  await page.getByTestId('servers-table').getByRole('row').filter({ hasText: 'alphaweb' }).click()
  await expect(page.getByTestId('server-info')).toContainText('ns1.simulator.example')
}

export const openTab = (page: Page, tab: ServerTab) => page.getByTestId(`server-tab-${tab}`).click()

/** A change of the server: how a user comes to it, makes it, and leaves its form. */
export interface ServerChangeSteps {
  endpoint: EndpointName
  method: 'POST' | 'PUT' | 'DELETE'
  /** The end of the path, as a regular expression. */
  path: string
  tab: ServerTab
  /** Opens what holds the control. */
  open?: (page: Page) => Promise<void>
  /** The control that is disabled while nothing can be changed. */
  control: string
  make: (page: Page) => Promise<void>
  /** Waits until the screen shows that the change was made. For changes that are repeated after a lost answer. */
  untilMade?: (page: Page) => Promise<void>
  /** Leaves the form, with a refusal or a result. */
  leave?: (page: Page) => Promise<void>
  /** Whether the server has the change. */
  isMade: (server: SimulatedServer) => boolean
  /** After a lost answer, no reading of the service shows that the change was made. */
  staysUnknown?: true
}

const click = (page: Page, test: string) => page.getByTestId(test).click()

async function openDomain(page: Page): Promise<void> {
  await click(page, 'server-list-domains')
  await page.getByTestId('server-domains-table').getByRole('row').filter({ hasText: hostedDomain }).click()
  await expect(page.getByTestId('hosted-drawer')).toBeVisible()
}

async function addName(page: Page, kind: 'domains' | 'subdomains', name: string): Promise<void> {
  await click(page, `server-${kind}-add`)
  await page.getByTestId('hosted-name').fill(name)
  await click(page, 'hosted-add')
}

/** Closes the form of a name, with or without its result. */
async function leaveNameForm(page: Page): Promise<void> {
  const close = page.getByTestId('hosted-add-close')
  if (await close.isVisible()) return close.click()
  await click(page, 'hosted-add-cancel')
  await confirmAction(page)
}

async function closeSecret(page: Page): Promise<void> {
  if (!(await page.getByTestId('secret-close').isVisible())) return
  await page.getByRole('button', { name: /Copy the password|パスワードをコピー/ }).click()
  await click(page, 'secret-close')
}

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [id, value] of Object.entries(fields)) await page.locator(`#${id}`).fill(value)
}

async function leaveIfShown(page: Page, test: string): Promise<void> {
  if (await page.getByTestId(test).isVisible()) await click(page, test)
}

/** Every operation that changes the server, and the memo. Each begins with the server as `fillServer` leaves it. */
export const serverChangeSteps: readonly ServerChangeSteps[] = [
  {
    endpoint: 'server.setMemo',
    method: 'PUT',
    path: '/memo$',
    tab: 'overview',
    control: 'memo-edit',
    async make(page) {
      await click(page, 'memo-edit')
      await page.getByTestId('memo-text').fill('after')
      await click(page, 'memo-save')
    },
    untilMade: (page) => expect(page.getByTestId('memo-text')).toHaveCount(0),
    isMade: ({ memo }) => memo === 'after',
  },
  {
    endpoint: 'hosting.addDomain',
    method: 'POST',
    path: '/domain$',
    tab: 'domains',
    open: (page) => click(page, 'server-list-domains'),
    control: 'server-domains-add',
    make: (page) => addName(page, 'domains', 'alpha-mail.example'),
    leave: leaveNameForm,
    isMade: ({ hosting }) => hosting.domains.has('alpha-mail.example'),
  },
  {
    endpoint: 'hosting.clearCache',
    method: 'DELETE',
    path: '/cache$',
    tab: 'domains',
    open: openDomain,
    control: 'hosted-clear-cache',
    make: (page) => click(page, 'hosted-clear-cache'),
    untilMade: (page) => expect(page.getByTestId('server-change-result')).toBeVisible(),
    leave: (page) => page.keyboard.press('Escape'),
    isMade: ({ hosting }) => hosting.clearedCaches.length > 0,
  },
  {
    endpoint: 'hosting.resetDomain',
    method: 'POST',
    path: '/reset$',
    tab: 'domains',
    open: openDomain,
    control: 'hosted-reset',
    async make(page) {
      await click(page, 'hosted-reset')
      await page.getByTestId('reset-typed').fill(hostedDomain)
      await click(page, 'reset-run')
    },
    leave: (page) => click(page, 'reset-cancel'),
    isMade: ({ hosting }) => hosting.domains.get(hostedDomain)?.ssl === false,
    staysUnknown: true,
  },
  {
    endpoint: 'hosting.addSubdomain',
    method: 'POST',
    path: '/subdomain$',
    tab: 'domains',
    open: (page) => click(page, 'server-list-subdomains'),
    control: 'server-subdomains-add',
    make: (page) => addName(page, 'subdomains', `blog.${hostedDomain}`),
    leave: leaveNameForm,
    isMade: ({ hosting }) => hosting.subdomains.has(`blog.${hostedDomain}`),
  },
  {
    endpoint: 'hosting.installWordpress',
    method: 'POST',
    path: '/wp$',
    tab: 'wordpress',
    control: 'wordpress-install',
    async make(page) {
      await click(page, 'wordpress-install')
      await fill(page, {
        'wordpress-url': `${hostedDomain}/blog`,
        'wordpress-title': 'Blog',
        'wordpress-adminUsername': 'keeper',
        'wordpress-adminEmail': `keeper@${hostedDomain}`,
        'wordpress-password': typedPassword,
      })
      await click(page, 'wordpress-install-send')
    },
    async leave(page) {
      await closeSecret(page)
      await leaveIfShown(page, 'wordpress-install-cancel')
    },
    isMade: ({ hosting }) => [...hosting.wordpress.values()].some(({ url }) => url === `${hostedSite}blog`),
  },
  {
    endpoint: 'hosting.deleteWordpress',
    method: 'DELETE',
    path: '/wp/1$',
    tab: 'wordpress',
    control: 'wordpress-delete',
    async make(page) {
      await page
        .getByRole('button', { name: new RegExp(`${hostedSite}$`) })
        .last()
        .click()
      await fill(page, { 'wordpress-confirm': hostedDomain })
      await click(page, 'wordpress-delete-dialog-action')
    },
    leave: (page) => page.keyboard.press('Escape'),
    isMade: ({ hosting }) => !hosting.wordpress.has(1),
  },
  {
    endpoint: 'hosting.addDatabase',
    method: 'POST',
    path: '/db$',
    tab: 'databases',
    control: 'step-database-run',
    async make(page) {
      await fill(page, { 'database-suffix': 'shop' })
      await click(page, 'step-database-run')
    },
    leave: (page) => fill(page, { 'database-suffix': '' }),
    isMade: ({ hosting }) => hosting.databases.has('alphaweb_shop'),
    staysUnknown: true,
  },
  {
    endpoint: 'hosting.addDatabaseUser',
    method: 'POST',
    path: '/db/user$',
    tab: 'databases',
    control: 'step-user-run',
    async make(page) {
      await fill(page, { 'user-suffix': 'keeper', 'database-password': typedPassword })
      await click(page, 'step-user-run')
    },
    async leave(page) {
      await fill(page, { 'user-suffix': '' })
      await openArea(page, 'overview')
      // The password may be in use if its user may have been created.
      const question = page.getByTestId('confirm-action')
      await expect(question.or(page.getByTestId('overview'))).toBeVisible()
      if (await question.isVisible()) await question.click()
    },
    isMade: ({ hosting }) => hosting.databaseUsers.has('alphaweb_keeper'),
    staysUnknown: true,
  },
  {
    endpoint: 'hosting.grantDatabase',
    method: 'POST',
    path: '/grant$',
    tab: 'databases',
    control: 'step-grant-run',
    async make(page) {
      await click(page, 'database-existing')
      await click(page, 'user-existing')
      await fill(page, { 'database-full-name': otherDatabase, 'user-full-name': 'alphaweb_wp1' })
      await click(page, 'step-grant-run')
    },
    untilMade: (page) => expect(page.getByTestId('step-grant')).toHaveAttribute('data-state', 'done'),
    isMade: ({ hosting }) => hosting.databaseUsers.get('alphaweb_wp1')?.grants.has(otherDatabase) === true,
  },
  {
    endpoint: 'hosting.setSsh',
    method: 'PUT',
    path: '/ssh$',
    tab: 'ssh',
    control: 'ssh-on',
    make: (page) => click(page, 'ssh-on'),
    untilMade: (page) => expect(page.getByTestId('ssh-state')).toHaveText(/On|オン/),
    isMade: ({ hosting }) => hosting.isSshEnabled,
  },
  {
    endpoint: 'hosting.addSshKey',
    method: 'POST',
    path: '/ssh/key$',
    tab: 'ssh',
    control: 'ssh-key-add',
    async make(page) {
      await click(page, 'ssh-key-add')
      await fill(page, { 'ssh-public-key': otherPublicKey, 'ssh-key-label': 'home' })
      await click(page, 'ssh-key-add-send')
    },
    leave: (page) => leaveIfShown(page, 'ssh-key-add-cancel'),
    isMade: ({ hosting }) => [...hosting.sshKeys.values()].some(({ label }) => label === 'home'),
  },
  {
    endpoint: 'hosting.addSshKey',
    method: 'POST',
    path: '/ssh/key$',
    tab: 'ssh',
    control: 'ssh-key-generate',
    async make(page) {
      await click(page, 'ssh-key-generate')
      await click(page, 'ssh-key-generate-send')
    },
    leave: (page) => leaveIfShown(page, 'ssh-key-generate-cancel'),
    isMade: ({ hosting }) => [...hosting.sshKeys.values()].some(({ label }) => label === 'generated'),
    staysUnknown: true,
  },
  {
    endpoint: 'hosting.deleteSshKey',
    method: 'DELETE',
    path: '/ssh/key/1$',
    tab: 'ssh',
    control: 'ssh-key-delete',
    async make(page) {
      await page.getByTestId('ssh-key-delete').first().click()
      await click(page, 'ssh-key-delete-dialog-action')
    },
    leave: (page) => page.keyboard.press('Escape'),
    isMade: ({ hosting }) => !hosting.sshKeys.has(1),
  },
]

/** A reading of the server, and the button that reads again. */
export interface ServerReadingSteps {
  endpoint: EndpointName
  path: string
  tab: ServerTab
  open?: (page: Page) => Promise<void>
  button: string
  /** Shows what was read, and the error of the last reading. */
  section: string
}

export const serverReadingSteps: readonly ServerReadingSteps[] = [
  {
    endpoint: 'hosting.info',
    path: '/server-info$',
    tab: 'overview',
    button: 'server-refresh',
    section: 'server-info',
  },
  { endpoint: 'hosting.usage', path: '/usage$', tab: 'overview', button: 'server-refresh', section: 'server-usage' },
  {
    endpoint: 'hosting.domains',
    path: '/domain$',
    tab: 'domains',
    open: (page) => click(page, 'server-list-domains'),
    button: 'server-domains-read',
    section: 'server-domains',
  },
  {
    endpoint: 'hosting.domain',
    path: `/domain/${hostedDomain}$`,
    tab: 'domains',
    open: openDomain,
    button: 'hosted-site-read',
    section: 'hosted-site',
  },
  {
    endpoint: 'hosting.subdomains',
    path: '/subdomain$',
    tab: 'domains',
    open: (page) => click(page, 'server-list-subdomains'),
    button: 'server-subdomains-read',
    section: 'server-subdomains',
  },
  {
    endpoint: 'hosting.wordpress',
    path: '/wp$',
    tab: 'wordpress',
    button: 'server-wordpress-read',
    section: 'server-wordpress',
  },
  { endpoint: 'hosting.ssh', path: '/ssh$', tab: 'ssh', button: 'server-ssh-read', section: 'server-ssh' },
  {
    endpoint: 'hosting.sshKeys',
    path: '/ssh/key$',
    tab: 'ssh',
    button: 'server-ssh-keys-read',
    section: 'server-ssh-keys',
  },
  {
    endpoint: 'hosting.errorLog',
    path: '/error-log$',
    tab: 'errorLog',
    button: 'error-log-read',
    section: 'server-page',
  },
]
