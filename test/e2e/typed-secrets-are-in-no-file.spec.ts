import { globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { permissiveRateLimits } from '#test/permissive-rate-limits.ts'
import { mailDocumentPath } from '#test/main/openapi/build-and-import-openapi-documents.ts'
import { readMailOpenapiDocument } from '#test/main/openapi/read-mail-openapi-document.ts'
import { startSimulator } from '#simulator/start-simulator.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { findFilesContaining } from '#test/e2e/support/find-files-containing.ts'
import { secrets, smallWorld } from '#test/e2e/support/small-world.ts'
import {
  addAccountByCommands,
  confirmAction,
  openArea,
  openDomain,
  startSync,
  waitUntilListsRead,
} from '#test/e2e/support/user-steps.ts'

test.setTimeout(240_000)

const servername = 'alphaweb.simulator.example'

/** The folders of the stand-in's Chromium. The real Electron keeps its storage in the profile. */
const chromiumFolders = () => globSync(join(tmpdir(), 'banto-host-*'))

/** Closes the secret that is shown once, after it was copied. */
async function closeSecret(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Copy the password' }).click()
  await page.getByTestId('secret-close').click()
}

test('A password that is typed into any form, and a private key that is shown once, are in no file', async ({
  harness,
}) => {
  const simulator = await startSimulator({
    world: { ...smallWorld, openapi_document: readMailOpenapiDocument(), limits: { server: permissiveRateLimits } },
  })
  const run = crypto.randomUUID().slice(0, 8)
  const canaries = {
    wordpress: `Canary-wordpress-${run}`,
    database: `Canary-database-${run}`,
    consoleForm: `Canary-console-form-${run}`,
    consoleBody: `Canary-console-body-${run}`,
    consoleVariable: `Canary-console-variable-${run}`,
    openapi: `Canary-openapi-${run}`,
    newSite: `Canary-new-site-${run}`,
  }
  const page = await harness.start()
  await addAccountByCommands(page, {
    label: 'Alpha',
    url: simulator.url,
    keys: [{ label: 'all', secret: secrets.alpha }],
  })
  await startSync(page)
  await waitUntilListsRead(page)
  await openArea(page, 'servers')
  await page.getByTestId('servers-table').getByRole('row').filter({ hasText: 'alphaweb' }).click()

  await page.getByTestId('server-tab-wordpress').click()
  await page.getByTestId('wordpress-install').click()
  const site = { url: `${servername}/blog`, title: 'Shop', adminUsername: 'keeper', adminEmail: 'a@alpha.example' }
  for (const [name, value] of Object.entries({ ...site, password: canaries.wordpress }))
    await page.locator(`#wordpress-${name}`).fill(value)
  await page.getByTestId('wordpress-install-send').click()
  await expect(page.getByTestId('secret-password')).toHaveText(canaries.wordpress)
  await closeSecret(page)

  await page.getByTestId('server-tab-databases').click()
  await page.locator('#database-suffix').fill('shop')
  await page.locator('#database-password').fill(canaries.database)
  await page.getByTestId('databases-run-all').click()
  await expect(page.getByTestId('secret-password')).toHaveText(canaries.database)
  await closeSecret(page)

  await page.getByTestId('server-tab-ssh').click()
  await page.getByTestId('ssh-key-generate').click()
  await page.getByTestId('ssh-key-generate-send').click()
  const privateKey = await page.getByTestId('ssh-private-key-text').innerText()
  const privateLines = privateKey.split('\n').filter((line) => line.length > 40)
  await page.getByTestId('ssh-private-key-copy').click()
  await page.getByTestId('ssh-private-key-close').click()

  const expectInNoFile = (folders: readonly string[], when: string): void => {
    for (const secret of [...Object.values(canaries), ...privateLines])
      expect
        .soft(
          folders.flatMap((folder) => findFilesContaining(folder, secret)),
          `${when}: files with ${secret}`,
        )
        .toEqual([])
  }

  await openArea(page, 'console')
  await page.getByTestId('console-choose-hosting.addDatabaseUser').click()
  await page.getByTestId('console-field-servername').fill(servername)
  await page.getByTestId('console-field-name_suffix').fill('form')
  await page.getByTestId('console-field-password').fill(canaries.consoleForm)
  await page.getByTestId('console-send').click()
  await confirmAction(page)
  await expect(page.getByTestId('console-status')).toHaveText('200')

  await page.getByTestId('console-part-body').click()
  await page.getByTestId('console-body').locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(JSON.stringify({ name_suffix: 'body', password: canaries.consoleBody }))
  await page.getByTestId('console-send').click()
  await confirmAction(page)
  await expect(page.getByTestId('console-status')).toHaveText('200')
  await page.getByTestId('console-save').click()
  await page.getByTestId('console-save-name').fill('Database user')
  await page.getByTestId('console-save-action').click()
  await page.locator('.saved-list .choice', { hasText: 'Database user' }).click()
  await page.getByTestId('console-send').click()
  await page.getByTestId('console-variable-password').fill(canaries.consoleVariable)
  await page.getByTestId('console-variables-send').click()
  await confirmAction(page)
  await expect(page.getByTestId('console-status')).toHaveText('422')

  await page.getByTestId('console-source-openapi').click()
  await harness.app().app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, mailDocumentPath)
  await page.getByTestId('openapi-import').click()
  await page.getByTestId('openapi-group').filter({ hasText: 'Mail accounts' }).click()
  await page.getByTestId('openapi-operation').filter({ hasText: 'Add a mail account' }).click()
  const form = page.getByTestId('openapi-form')
  await form.getByTestId('field-servername').fill(servername)
  await form.getByTestId('field-address').fill('info@alpha-shop.example')
  await form.getByTestId('field-password').fill(canaries.openapi)
  await form.getByTestId('field-quota_mb').fill('500')
  await page.getByTestId('console-send').click()
  await confirmAction(page)
  await expect(page.getByTestId('console-status')).toHaveText('200')
  // Opening the next form discards the values of this form.
  await page.getByTestId('openapi-operation').filter({ hasText: 'List mail accounts' }).click()

  await openDomain(page, 'alpha-shop.example')
  await page.getByTestId('domain-new-site').click()
  await page.locator('#new-site-server-input').click()
  await page.keyboard.type('alphaweb')
  await expect(page.locator('.n-base-select-option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.getByTestId('new-site-wordpress').click()
  const newSite = { title: 'Shop', adminUsername: 'keeper', adminEmail: 'a@alpha.example', password: canaries.newSite }
  for (const [name, value] of Object.entries(newSite)) await page.locator(`#new-site-${name}`).fill(value)
  await page.getByTestId('new-site-review').click()
  // While the job waits for the last step, it keeps the password for it.
  simulator.faults.add({ match: { method: 'GET', path: /\/wp$/ }, times: 1, fault: { kind: 'delay', ms: 1000 } })
  await page.getByTestId('new-site-start').click()
  await expect(page.getByTestId('site-step-dns')).toHaveAttribute('data-state', 'done')
  expectInNoFile([harness.profile, ...chromiumFolders()], 'a job with a password')
  await expect(page.getByTestId('site-step-wordpress')).toHaveAttribute('data-state', 'done')

  const sentBodies = simulator.ledger.requests.map(({ bodyText }) => bodyText).join('\n')
  for (const secret of Object.values(canaries)) expect(sentBodies).toContain(secret)
  expect(privateLines.length).toBeGreaterThan(0)

  // Chromium writes its storage to the disk later, so the storage itself is asked, too.
  const storage = await page.evaluate(async () => ({
    texts: JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      history.state,
    ]),
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
  }))
  for (const secret of Object.values(canaries)) expect.soft(storage.texts).not.toContain(secret)
  expect({ ...storage, texts: '' }).toEqual({ texts: '', databases: [], caches: [] })
  // While the app runs, its files include the journals of SQLite and the storage of Chromium.
  expect(findFilesContaining(harness.profile, servername)).not.toEqual([])
  expectInNoFile([harness.profile, ...chromiumFolders()], 'running')
  await harness.app().close()
  expectInNoFile([harness.profile, ...chromiumFolders()], 'closed')
  for (const secret of [...Object.values(canaries), ...privateLines]) expect(harness.output()).not.toContain(secret)
  await simulator.close()
})
