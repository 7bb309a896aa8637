import { join, resolve } from 'node:path'
import { callChannel } from '#shared/ipc/preload-bridge.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { findFilesContaining } from '#test/e2e/support/find-files-containing.ts'
import { callMainForEnvelope } from '#test/e2e/support/call-main.ts'
import {
  addAccount,
  changeRecord,
  confirmAction,
  openArea,
  openDomain,
  openSearch,
  recordRow,
  startSync,
  tryKey,
  openAccountForm,
  fillAccount,
  waitUntilSynced,
} from '#test/e2e/support/user-steps.ts'
import { secrets } from '#test/e2e/support/small-world.ts'

test.use({ tracesMessages: true })

test('An API key is stored only in the keychain and appears only in the one message that sent it to main', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAccount(page, {
    label: 'Alpha',
    url: simulator.url,
    keys: [
      { label: 'all', secret: secrets.alpha },
      { label: 'read', secret: secrets.alphaRead },
    ],
  })
  await addAccount(page, { label: 'Beta', url: simulator.url, keys: [{ label: 'all', secret: secrets.beta }] })
  await openAccountForm(page)
  await fillAccount(page, { label: 'Office', url: simulator.url })
  await tryKey(page, { label: 'unknown', secret: secrets.unknown })
  await expect(page.getByTestId('error-notice')).toBeVisible()
  await page.getByTestId('cancel-account').click()
  await startSync(page)
  await waitUntilSynced(page)
  await openDomain(page, 'alpha-shop.example')
  await changeRecord(page, 'www', { content: '203.0.113.9' })
  await confirmAction(page)
  await expect(recordRow(page, '203.0.113.9')).toBeVisible()
  for (const area of ['servers', 'logs', 'settings', 'overview'] as const) await openArea(page, area)
  await openSearch(page, 'alpha')
  simulator.faults.add({ match: { user: 'beta' }, fault: { kind: 'status', status: 401, code: 'UNAUTHORIZED' } })
  await page.keyboard.press('Escape')
  await startSync(page)
  await waitUntilSynced(page)
  const shown = await page.content()
  await harness.app().close()

  const again = await harness.start()
  await expect(again.getByTestId('sidebar-account')).toHaveCount(2)
  await harness.app().close()

  // Proves that the search works, with a name that is stored.
  expect(findFilesContaining(harness.profile, 'alpha-shop.example')).not.toEqual([])
  const typed = [secrets.alpha, secrets.alphaRead, secrets.beta, secrets.unknown]
  for (const secret of typed) {
    expect(findFilesContaining(harness.profile, secret), 'files of the profile').toEqual([])
    expect(harness.output(), 'stdout and stderr').not.toContain(secret)
    expect(shown, 'the page').not.toContain(secret)
  }
  test.info().annotations.push({ type: 'messages', description: String(harness.messages().length) })
  if (harness.messages().length === 0) return // the real Electron is not traced
  for (const secret of typed) {
    const carrying = harness.messages().filter((message) => JSON.stringify(message).includes(secret))
    expect(carrying.map(({ direction, kind, channel }) => ({ direction, kind, channel }))).toEqual([
      { direction: 'to-main', kind: 'invoke', channel: callChannel },
    ])
    expect(JSON.stringify(carrying)).toContain('accounts.tryKey')
  }
})

test('The window is isolated, sandboxed and under the content security policy, without variables that weaken TLS', async ({
  harness,
}) => {
  const page = await harness.start({
    env: { NODE_TLS_REJECT_UNAUTHORIZED: '0', SSLKEYLOGFILE: join(harness.profile, 'tls-keys.log') },
  })
  const weakening = ['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_OPTIONS', 'SSLKEYLOGFILE']
  expect(
    await harness.app().app.evaluate((_, names) => names.filter((name) => name in process.env), weakening),
  ).toEqual([])
  const refused: string[] = []
  page.on('console', (message) => refused.push(message.text()))
  expect(
    await page.evaluate(() => ['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis)),
  ).toEqual([])
  expect(await page.evaluate(() => Object.keys((window as unknown as { banto: object }).banto).sort())).toEqual([
    'call',
    'listen',
  ])
  const policy = await page.evaluate(async () => (await fetch(location.href)).headers.get('content-security-policy'))
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  const hasRun = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.inlineRan = true'
    document.head.append(script)
    return 'inlineRan' in window
  })
  expect(hasRun).toBe(false)
  expect(
    await page.evaluate(() =>
      fetch('https://service.example/').then(
        () => 'reached',
        () => 'refused',
      ),
    ),
  ).toBe('refused')
  const preferences = await harness.app().app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences?: () => Record<string, unknown>
    }
    return contents?.getLastWebPreferences?.() ?? null
  })
  if (preferences) expect(preferences).toMatchObject({ contextIsolation: true, sandbox: true, nodeIntegration: false })
})

test('An unknown command is refused', async ({ harness }) => {
  const page = await harness.start()
  expect(await callMainForEnvelope(page, 'accounts.readSecret', {})).toMatchObject({
    ok: false,
    error: { kind: 'unknown_command' },
  })
  expect(await callMainForEnvelope(page, 'constructor', {})).toMatchObject({
    ok: false,
    error: { kind: 'unknown_command' },
  })
})

test('A message from a foreign page is refused, even with the app’s preload script', async ({ harness, simulator }) => {
  await harness.start()
  const { app } = harness.app()
  const opened = app.waitForEvent('window')
  const preload = resolve(import.meta.dirname, '../../out/preload/index.cjs')
  await app.evaluate(
    ({ BrowserWindow }, given) =>
      void new BrowserWindow({ webPreferences: { preload: given.preload, sandbox: true } }).loadURL(given.url),
    { url: `${simulator.url}/`, preload },
  )
  const foreign = await opened
  await foreign.waitForURL((url) => url.origin === simulator.url)
  for (const name of ['app.state', 'accounts.list', 'nothing.known']) {
    expect(await callMainForEnvelope(foreign, name, null)).toMatchObject({
      ok: false,
      error: { kind: 'foreign_sender' },
    })
  }
})
