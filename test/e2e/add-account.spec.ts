import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import type { Page } from '@playwright/test'
import { generate } from 'selfsigned'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import {
  addAccount,
  fillAccount,
  openAccountForm,
  startSync,
  tryKey,
  waitUntilSynced,
} from '#test/e2e/support/user-steps.ts'
import { secrets } from '#test/e2e/support/small-world.ts'

const label = 'Alpha'

test('The first start shows the welcome page, and accounts are added in the form', async ({ harness, simulator }) => {
  const page = await harness.start()
  await expect(page.getByTestId('welcome')).toBeVisible()
  await addAccount(page, {
    label,
    folder: 'Shops',
    url: simulator.url,
    keys: [
      { label: 'all', secret: secrets.alpha },
      { label: 'read', secret: secrets.alphaRead },
    ],
  })
  await addAccount(page, { label: 'Beta', url: simulator.url, keys: [{ label: 'all', secret: secrets.beta }] })
  await expect(page.getByTestId('sidebar-account')).toHaveCount(2)
  await expect(page.getByTestId('welcome')).toBeHidden()
})

test('A working key shows its grants before it is stored', async ({ harness, simulator }) => {
  const page = await harness.start()
  const entry = await typeKey(page, simulator.url, secrets.alphaRead)
  await expect(entry.getByTestId('key-tried')).toBeVisible()
  await expect(entry).toContainText('4 domains')
  await expect(entry).toContainText('2 servers')
  await expect(entry).toContainText('Read only')
  await expect(entry.getByTestId('key-secret')).toHaveCount(0)
})

test('An invalid URL is reported at its field before anything is sent', async ({ harness, simulator }) => {
  const page = await harness.start()
  await typeKey(page, 'not an address', secrets.alpha)
  await expect(page.getByRole('alert').filter({ hasText: 'Not a valid URL' })).toBeVisible()
  await page.getByTestId('account-url').fill('http://service.example')
  await page.getByTestId('try-key').click()
  await expect(page.getByRole('alert').filter({ hasText: 'This URL is not encrypted' })).toBeVisible()
  expect(simulator.ledger.requests).toHaveLength(0)
})

test('A missing network is reported, and the same form works when the network is back', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await simulator.pause()
  await typeKey(page, simulator.url, secrets.alpha)
  await expectError(page, 'no_network', 'Cannot connect to the service')
  await simulator.resume()
  await page.getByTestId('try-key').click()
  await expect(page.getByTestId('key-tried')).toBeVisible()
})

test('An untrusted certificate is refused before the key is sent', async ({ harness }) => {
  const page = await harness.start()
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }])
  const requests: string[] = []
  const server = createTlsServer({ key, cert }, (request, response) => {
    requests.push(request.url ?? '')
    response.end('{}')
  })
  await typeKey(page, `https://localhost:${await listen(server)}`, secrets.alpha)
  await expectError(page, 'tls', 'No secure connection')
  expect(requests).toEqual([])
  server.close()
})

const foreignAnswers = [
  { what: 'A web page', fault: { kind: 'html' }, kind: 'not_the_service', title: 'Unexpected response' },
  {
    what: 'Other JSON',
    fault: { kind: 'other-json' },
    kind: 'unknown_shape',
    title: 'The response has an unknown form',
  },
  { what: 'A malformed answer', fault: { kind: 'garbage' }, kind: 'not_the_service', title: 'Unexpected response' },
] as const

for (const { what, fault, kind, title } of foreignAnswers) {
  test(`${what} is not accepted as an answer of the service`, async ({ harness, simulator }) => {
    const page = await harness.start()
    simulator.faults.add({ match: { path: '^/v1/me$' }, fault })
    await typeKey(page, simulator.url, secrets.alpha)
    await expectError(page, kind, title)
  })
}

test('An account with a typed key that was not accepted cannot be saved until the key is removed from the form', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await typeKey(page, simulator.url, secrets.alpha)
  await expect(page.getByTestId('key-tried')).toBeVisible()
  await page.getByTestId('add-another-key').click()
  await tryKey(page, { label: 'second', secret: secrets.unknown })
  await expect(page.locator('[data-test="error-notice"][data-kind="service"]')).toBeVisible()
  await page.getByTestId('save-account').click()
  await expect(
    page.getByTestId('account-form').getByRole('alert').filter({ hasText: 'has not been tested successfully' }),
  ).toBeVisible()
  await page.getByTestId('key-entry').last().getByRole('button', { name: 'Remove this key from the form' }).click()
  await page.getByTestId('save-account').click()
  await expect(page.getByTestId('account-view')).toBeVisible()
})

test('A redirect is not followed, and the key is not sent to its target', async ({ harness, simulator }) => {
  const page = await harness.start()
  simulator.faults.add({
    match: { path: '^/v1/me$' },
    fault: { kind: 'redirect', location: `${simulator.url}/elsewhere` },
  })
  await typeKey(page, simulator.url, secrets.alpha)
  await expectError(page, 'redirected', 'The URL redirects to another address')
  expect(simulator.ledger.requests.map(({ path }) => path)).not.toContain('/elsewhere')
})

const refusals = [
  {
    what: 'A key that the service does not know',
    secret: secrets.unknown,
    title: 'The service did not accept this key',
    code: 'UNAUTHORIZED',
  },
  {
    what: 'A key that has expired',
    secret: secrets.expired,
    title: 'The service did not accept this key',
    code: 'UNAUTHORIZED',
  },
  {
    what: 'A key that is limited to another IP address',
    secret: secrets.elsewhere,
    title: 'Access denied',
    code: 'FORBIDDEN',
  },
]

for (const { what, secret, title, code } of refusals) {
  test(`${what} is refused with a remedy and the service's own code`, async ({ harness, simulator }) => {
    const page = await harness.start()
    await typeKey(page, simulator.url, secret)
    const notice = await expectError(page, 'service', title)
    await expect(notice).toContainText(code)
    expect(simulator.ledger.requests.map(({ path }) => path)).toEqual(['/v1/me'])
  })
}

test('An answer with Retry-After is reported as too many requests', async ({ harness, simulator }) => {
  const page = await harness.start()
  simulator.faults.add({
    match: { path: '^/v1/me$' },
    fault: { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: { 'retry-after': '600' } },
  })
  await typeKey(page, simulator.url, secrets.alpha)
  const notice = await expectError(page, 'service', 'Too many requests')
  await expect(notice).toContainText('RATE_LIMIT_EXCEEDED')
})

test('A key that is already stored is not stored again, and the notice links to its account', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAccount(page, { label, url: simulator.url, keys: [{ label: 'all', secret: secrets.alpha }] })
  await typeKey(page, simulator.url, secrets.alpha, 'Again')
  const notice = await expectError(page, 'key_exists', 'This key is already registered')
  await notice.getByRole('link').click()
  await expect(page.getByRole('heading', { name: label })).toBeVisible()
})

test('A key that lists domains of another account can be added to that account', async ({ harness, simulator }) => {
  const page = await harness.start()
  await addAccount(page, { label, url: simulator.url, keys: [{ label: 'all', secret: secrets.alpha }] })
  await startSync(page)
  await waitUntilSynced(page)
  await typeKey(page, simulator.url, secrets.alphaRead, 'Another')
  await expect(page.getByTestId('key-overlap')).toContainText(label)
  await page.getByTestId('add-key-there').click()
  await expect(page.getByTestId('sidebar-account')).toHaveCount(1)
  await expect(page.getByText('Key 1').first()).toBeVisible()
})

async function typeKey(page: Page, url: string, secret: string, account = label) {
  await openAccountForm(page)
  await fillAccount(page, { label: account, url })
  return await tryKey(page, { label: 'Key 1', secret })
}

async function expectError(page: Page, kind: string, title: string) {
  const notice = page.locator(`[data-test="error-notice"][data-kind="${kind}"]`)
  await expect(notice).toBeVisible()
  await expect(notice).toContainText(title)
  await expect(page.getByTestId('key-tried')).toHaveCount(0)
  return notice
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}
