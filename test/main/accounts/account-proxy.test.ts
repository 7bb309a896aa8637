import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { rateLimits } from '#shared/api/service-limits.ts'
import type { AppError } from '#shared/app-error.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { createKeytarOsKeychain } from '#main/accounts/keytar-os-keychain.ts'
import { openDatabase } from '#main/store/database.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { startHttpConnectProxyServer } from '#test/http-connect-proxy-server.ts'
import { findFilesContaining } from '#test/e2e/support/find-files-containing.ts'
import { captureRejection } from '#test/capture-rejection.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

const password = 'Canary-of-the-proxy-7f3a'
const proxyAddress = '127.0.0.2'
const directAddress = '127.0.0.1'

const world: WorldFile = {
  users: [
    {
      name: 'first',
      keys: [{ token: 'key-of-the-first' }],
      domains: Array.from({ length: 5 }, (_, index) => ({ domain_name: `first${index}.example` })),
    },
    { name: 'second', keys: [{ token: 'key-of-the-second' }], domains: [{ domain_name: 'second.example' }] },
    {
      name: 'bound',
      keys: [{ token: 'key-bound-to-an-address', ip_allow: [proxyAddress] }],
      domains: [{ domain_name: 'bound.example' }],
    },
  ],
}

async function start(options: Partial<Parameters<typeof startSimulatorRig>[0]> = {}): Promise<SimulatorRig> {
  const rig = await startSimulatorRig({ world, ...options })
  onTestFinished(() => rig.close())
  return rig
}

async function startProxy(options: Parameters<typeof startHttpConnectProxyServer>[0] = {}) {
  const proxy = await startHttpConnectProxyServer({ from: proxyAddress, ...options })
  onTestFinished(() => proxy.close())
  return proxy
}

interface ProxyForm {
  url: string
  user?: string
  password?: string | null
}

async function keepProxy(
  rig: SimulatorRig,
  accountId: string | null,
  { url, user = '', password: typed = '' }: ProxyForm,
) {
  return rig.call('accounts.keepProxy', { accountId, proxyUrl: url, proxyUser: user, proxyPassword: typed })
}

async function setProxy(rig: SimulatorRig, { id: accountId }: Account, proxy: ProxyForm | null): Promise<Account> {
  const kept = proxy && (await keepProxy(rig, accountId, proxy))
  return rig.call('accounts.setProxy', { accountId, pendingProxyId: kept?.pendingProxyId ?? null })
}

async function sync(rig: SimulatorRig, accountIds: string[] | null = null): Promise<void> {
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', { accountIds })
  await ended
}

/** Source addresses of the requests of a user since the ledger was cleared. */
function addressesOf({ simulator }: SimulatorRig, user: string): string[] {
  const requests = simulator.ledger.requests.filter(({ userName }) => userName === user)
  return [...new Set(requests.map(({ remote }) => remote.address))]
}

describe('the proxy of an account', () => {
  test('All calls of the account go through its proxy, and those of other accounts go directly', async () => {
    const rig = await start()
    const proxy = await startProxy({ credentials: `user:${password}` })
    const [first] = [
      await rig.addAccount('First', ['key-of-the-first']),
      await rig.addAccount('Second', ['key-of-the-second']),
    ]
    expect(await setProxy(rig, first, { url: proxy.url, user: 'user', password })).toMatchObject({
      proxy: { url: proxy.url, user: 'user', hasPassword: true },
    })
    rig.simulator.ledger.clear()
    await sync(rig)
    await rig.call('accounts.retestKey', { accountId: first.id, keyId: first.keys[0]?.id ?? '' })
    await rig.call('api.call', {
      accountId: first.id,
      endpoint: 'domain.detail',
      input: { domain_name: 'first1.example' },
    })
    expect(addressesOf(rig, 'first')).toEqual([proxyAddress])
    expect(addressesOf(rig, 'second')).toEqual([directAddress])
    expect(proxy.plainRequests).toEqual([])
    expect(rig.simulator.ledger.requests.some(({ headers }) => 'proxy-authorization' in headers)).toBe(false)
  })

  test('Without its proxy an account sends nothing, also not directly, and the failure of its sync names the proxy', async () => {
    const rig = await start()
    const proxy = await startProxy()
    const [first] = [
      await rig.addAccount('First', ['key-of-the-first']),
      await rig.addAccount('Second', ['key-of-the-second']),
    ]
    await setProxy(rig, first, { url: proxy.url })
    rig.simulator.ledger.clear()
    proxy.behave(407)
    await sync(rig)
    const [failed] = await rig.call('accounts.list', null)
    expect(failed?.syncError).toMatchObject({
      kind: 'proxy_refused',
      details: { proxy: proxy.url, reason: 'credentials' },
    })
    expect(addressesOf(rig, 'first')).toEqual([])
    expect(addressesOf(rig, 'second')).toEqual([directAddress])
    await proxy.close()
    const call = rig.call('api.call', { accountId: first.id, endpoint: 'domain.list', input: {} })
    expect(await captureRejection(call)).toMatchObject({ kind: 'proxy_unreachable', details: { reason: 'refused' } })
    expect(addressesOf(rig, 'first')).toEqual([])
  })

  test('While a sync gets no connection through the proxy of an account, the health of the account and the overview blame the proxy', async () => {
    const rig = await start()
    const proxy = await startProxy()
    const first = await rig.addAccount('First', ['key-of-the-first'])
    await setProxy(rig, first, { url: proxy.url })
    await proxy.close()
    const health = rig.event(
      'accounts.changed',
      ([account]) => account?.health.reasons.includes('proxy_unreachable') === true,
    )
    const failed = rig.event('sync.changed', ([progress]) => progress?.responsiveness === 'no_proxy')
    await rig.call('sync.start', { accountIds: [first.id] })
    await failed
    const { accounts } = await rig.call('inventory.overview', { accountIds: null })
    for (const [account] of [await health, accounts]) {
      expect(account?.health.reasons).toContain('proxy_unreachable')
      expect(account?.health.reasons).not.toContain('no_answer')
    }
    await rig.call('sync.cancel', {})
  })

  test('A block of the address of a proxy that one account uses alone is stated, and its calls are sent again when the user resumes them', async () => {
    const rig = await start({ world: { ...world, auth_block: { failures: 2, block_seconds: 900, retry_after: true } } })
    const proxy = await startProxy()
    const [first] = [
      await rig.addAccount('First', ['key-of-the-first']),
      await rig.addAccount('Second', ['key-of-the-second']),
    ]
    await setProxy(rig, first, { url: proxy.url })
    const { baseUrl } = first
    for (const secret of ['no-such-key', 'no-other-key']) {
      const { pendingProxyId } = await keepProxy(rig, null, { url: proxy.url })
      await captureRejection(rig.call('accounts.tryKey', { baseUrl, secret, pendingProxyId }))
    }
    const listDomains = ({ id: accountId }: Account) =>
      rig.call('api.call', { accountId, endpoint: 'domain.list', input: {} })
    await captureRejection(listDomains(first))
    const blocks = async () => (await rig.call('app.state', null)).ipBlocks
    expect(await blocks()).toMatchObject([{ proxyUrl: proxy.url, until: expect.any(Number) as number }])
    rig.simulator.advance(900_000)
    await rig.call('app.resumeCalls', null)
    expect(await blocks()).toEqual([])
    await listDomains(first)
  })

  test('A key that is limited to the address of a proxy is tried and added through that proxy', async () => {
    const rig = await start()
    const proxy = await startProxy()
    const typed = { baseUrl: rig.simulator.url, secret: 'key-bound-to-an-address' }
    expect(await captureRejection(rig.call('accounts.tryKey', typed))).toMatchObject({ status: 403 })
    const { pendingProxyId } = await keepProxy(rig, null, { url: proxy.url, user: 'user', password })
    const { pendingKeyId } = await rig.call('accounts.tryKey', { ...typed, pendingProxyId })
    const account = await rig.call('accounts.add', {
      label: 'Bound',
      colour: 'blue',
      baseUrl: rig.simulator.url,
      keys: [{ pendingKeyId, label: 'key' }],
      pendingProxyId,
    })
    expect(account.proxy).toEqual({ url: proxy.url, user: 'user', hasPassword: true })
    rig.simulator.ledger.clear()
    await sync(rig)
    await rig.restart()
    await sync(rig)
    expect(addressesOf(rig, 'bound')).toEqual([proxyAddress])
  })

  test('A test of a typed proxy sends one call through it and stores no proxy, but the time at which the key was checked', async () => {
    const rig = await start()
    const proxy = await startProxy()
    const first = await rig.addAccount('First', ['key-of-the-first'])
    rig.simulator.ledger.clear()
    const { pendingProxyId } = await keepProxy(rig, first.id, { url: proxy.url })
    await rig.call('accounts.testProxy', { accountId: first.id, pendingProxyId })
    expect(rig.simulator.ledger.requests.map(({ path, remote }) => [path, remote.address])).toEqual([
      ['/v1/me', proxyAddress],
    ])
    const [tested] = await rig.call('accounts.list', null)
    expect(tested?.proxy).toBeNull()
    const checkedAt = tested?.keys[0]?.checkedAt ?? 0
    expect(checkedAt).toBeGreaterThan(first.keys[0]?.checkedAt ?? Number.POSITIVE_INFINITY)
    proxy.behave(403)
    expect(
      await captureRejection(rig.call('accounts.testProxy', { accountId: first.id, pendingProxyId })),
    ).toMatchObject({ kind: 'proxy_refused', details: { reason: 'not_allowed' } })
    expect(rig.simulator.ledger.requests).toHaveLength(1)
    expect((await rig.call('accounts.list', null))[0]?.keys[0]?.checkedAt).toBe(checkedAt)
  })

  test('A key that the service refuses with 401 in a test of a proxy is not sent again', async () => {
    const rig = await start()
    const proxy = await startProxy()
    const first = await rig.addAccount('First', ['key-of-the-first'])
    const [key] = rig.simulator.world.user('first').keys
    if (!key) throw new Error('The user has the key')
    key.expiresAt = Date.now() - 1
    rig.simulator.ledger.clear()
    const { pendingProxyId } = await keepProxy(rig, first.id, { url: proxy.url })
    const testProxy = () => captureRejection(rig.call('accounts.testProxy', { accountId: first.id, pendingProxyId }))
    expect(await testProxy()).toMatchObject({ kind: 'service', status: 401, details: { keyId: first.keys[0]?.id } })
    expect((await rig.call('accounts.list', null))[0]?.keys).toMatchObject([
      { state: 'quarantined', error: { kind: 'service', status: 401 } },
    ])
    expect(await testProxy()).toMatchObject({ kind: 'no_key' })
    expect(rig.simulator.ledger.requests).toHaveLength(1)
  })

  test('The password is in the keychain and the CONNECT request only: in no file, answer, event or output', async () => {
    const output: string[] = []
    for (const stream of [process.stdout, process.stderr]) {
      const write = stream.write.bind(stream)
      stream.write = ((text: string, ...rest: []) => {
        output.push(String(text))
        return write(text, ...rest)
      }) as typeof stream.write
      onTestFinished(() => void (stream.write = write))
    }
    const rig = await start()
    const proxy = await startProxy({ credentials: `user:${password}` })
    const first = await rig.addAccount('First', ['key-of-the-first'])
    const answers: unknown[] = []
    const { pendingProxyId } = await keepProxy(rig, first.id, { url: proxy.url, user: 'user', password })
    answers.push(await rig.answer('accounts.testProxy', { accountId: first.id, pendingProxyId }))
    answers.push(await rig.answer('accounts.setProxy', { accountId: first.id, pendingProxyId }))
    await sync(rig)
    for (const behaviour of [407, 502, 'close'] as const) {
      proxy.behave(behaviour)
      await sync(rig)
    }
    answers.push(await rig.answer('accounts.list', null), await rig.answer('sync.progress', null))
    // A password in the field of the address is refused without an echo.
    answers.push(
      await rig.answer('accounts.keepProxy', {
        accountId: first.id,
        proxyUrl: `http://user:${password}@127.0.0.1:1`,
        proxyUser: '',
        proxyPassword: null,
      }),
    )
    const secrets = [password, Buffer.from(`user:${password}`).toString('base64')]
    expect(proxy.tunnels.some(({ authorization }) => authorization === `Basic ${secrets[1]}`)).toBe(true)
    // Proves that the search works, with a name that is stored.
    expect(findFilesContaining(rig.profile, 'first1.example')).not.toEqual([])
    for (const secret of secrets) {
      expect(findFilesContaining(rig.profile, secret)).toEqual([])
      expect(JSON.stringify([answers, rig.events])).not.toContain(secret)
      expect(output.join('')).not.toContain(secret)
    }
    await rig.restart()
    for (const secret of secrets) expect(findFilesContaining(rig.profile, secret)).toEqual([])
  })

  test('A password that is replaced, removed or left by a removed account is deleted from the keychain', async () => {
    const service = `Banto test ${randomUUID()}`
    const rig = await start({ service })
    const keychain = createKeytarOsKeychain({ service })
    const proxy = await startProxy()
    const first = await rig.addAccount('First', ['key-of-the-first'])
    const names: string[] = []
    const nameOfPassword = () => {
      const database = openDatabase(join(rig.profile, 'banto.db'))
      const row = database.get<{ name: string | null }>('select proxy_secret_id as name from account')
      database.close()
      return row?.name ?? null
    }
    for (const typed of ['one', 'two']) {
      await setProxy(rig, first, { url: proxy.url, user: 'user', password: typed })
      names.push(nameOfPassword() ?? '')
      expect(await keychain.get(names.at(-1) ?? '')).toBe(
        ['banto-proxy 1', first.id, proxy.url, 'user', typed].join('\n'),
      )
    }
    // The stored password is kept with the same address and user, and with no other.
    await setProxy(rig, first, { url: proxy.url, user: 'user', password: null })
    names.push(nameOfPassword() ?? '')
    expect(await keychain.get(names[2] ?? '')).toContain('two')
    for (const changed of [{ url: 'http://127.0.0.1:9' }, { url: proxy.url, user: 'other' }])
      expect(
        await captureRejection(keepProxy(rig, first.id, { user: 'user', ...changed, password: null })),
      ).toMatchObject({ details: { issues: [{ path: 'proxyPassword', code: 'proxyPasswordAgain' }] } })
    await setProxy(rig, first, null)
    expect(nameOfPassword()).toBeNull()
    await setProxy(rig, first, { url: proxy.url, user: 'user', password: 'three' })
    names.push(nameOfPassword() ?? '')
    await rig.call('accounts.remove', { accountId: first.id })
    expect(names.every((name) => name.startsWith('proxy-'))).toBe(true)
    expect(await Promise.all(names.map((name) => keychain.get(name)))).toEqual([null, null, null, null])
  })

  test('A password is never sent to a proxy, account or user that a changed database file names', async () => {
    const rig = await start()
    const [proxy, other] = [await startProxy(), await startProxy()]
    const first = await rig.addAccount('First', ['key-of-the-first'])
    await setProxy(rig, first, { url: proxy.url, user: 'user', password })
    rig.simulator.ledger.clear()
    for (const change of [`proxy_url = '${other.url}'`, `proxy_url = '${proxy.url}', proxy_user = 'other'`]) {
      await rig.restart(() => {
        const database = openDatabase(join(rig.profile, 'banto.db'))
        database.run(`update account set ${change}`)
        database.close()
      })
      const call = rig.call('api.call', { accountId: first.id, endpoint: 'domain.list', input: {} })
      expect(await captureRejection(call)).toMatchObject({
        kind: 'proxy_refused',
        details: { reason: 'password_missing' },
      })
    }
    expect([...proxy.tunnels, ...other.tunnels]).toEqual([])
    expect(rig.simulator.ledger.requests).toEqual([])
  })

  test('A proxy that is changed during a sync gets no new call, and the sync reads everything through the new one', async () => {
    const rig = await start()
    const [former, next] = [await startProxy(), await startProxy({ from: '127.0.0.3' })]
    const first = await rig.addAccount('First', ['key-of-the-first'])
    await setProxy(rig, first, { url: former.url })
    const { pendingProxyId } = await keepProxy(rig, first.id, { url: next.url })
    rig.simulator.ledger.clear()
    // The sync must not end before its proxy is changed.
    rig.simulator.faults.add({ match: { path: '^/v1/domain/' }, fault: { kind: 'delay', ms: 300 } })
    const isUnderWay = rig.event('sync.changed', ([progress]) => (progress?.detailsRead ?? 0) > 2)
    const isOver = rig.event('sync.changed', (all) => all.every(({ state }) => state === 'idle' || state === 'failed'))
    await rig.call('sync.start', { accountIds: null })
    await isUnderWay
    await rig.call('accounts.setProxy', { accountId: first.id, pendingProxyId })
    rig.simulator.faults.clear()
    const tunnelsBefore = former.tunnels.length
    const [progress] = await isOver
    expect(progress).toMatchObject({ state: 'idle', detailsFailed: 0, error: null })
    expect(progress?.detailsRead).toBe(progress?.detailsTotal)
    // Only calls that were on their way may still use the former proxy.
    const maxCallsOnTheWay = rateLimits.domain.concurrent
    expect(former.tunnels.length - tunnelsBefore).toBeLessThanOrEqual(maxCallsOnTheWay)
    const addresses = rig.simulator.ledger.requests.map(({ remote }) => remote.address)
    expect(addresses.slice(addresses.indexOf('127.0.0.3') + 1 + maxCallsOnTheWay)).not.toContain(proxyAddress)
    expect(addresses).not.toContain(directAddress)
    expect(new Set(addresses)).toEqual(new Set([proxyAddress, '127.0.0.3']))
  })

  test.each<[string, number | 'closed']>([
    ['refused the account', 407],
    ['opened no connection', 'closed'],
  ])(
    'When a proxy that %s is removed, the failure of the sync is obsolete and the sync starts again at once',
    async (_, behaviour) => {
      const rig = await start()
      const proxy = await startProxy()
      const first = await rig.addAccount('First', ['key-of-the-first'])
      await setProxy(rig, first, { url: proxy.url })
      if (behaviour === 'closed') await proxy.close()
      else proxy.behave(behaviour)
      await sync(rig)
      const [failed] = await rig.call('accounts.list', null)
      expect(failed?.health.reasons.some((reason) => /^proxy_/.test(reason))).toBe(true)
      const isOver = rig.event('sync.changed', ([progress]) => progress?.state === 'idle')
      const changed = await setProxy(rig, first, null)
      expect(changed).toMatchObject({ syncError: null, syncErrorAt: null })
      expect(changed.health.reasons.filter((reason) => /^proxy_|unreachable|no_answer/.test(reason))).toEqual([])
      await isOver
      expect(addressesOf(rig, 'first')).toContain(directAddress)
    },
  )

  test('When a proxy that refused is removed, details and logs have no error of it any more', async () => {
    const rig = await start()
    const first = await rig.addAccount('First', ['key-of-the-first'])
    await sync(rig)
    const proxy = await startProxy()
    await setProxy(rig, first, { url: proxy.url })
    proxy.behave(407)
    const target = { accountId: first.id, name: 'first0.example' }
    const readLogs = { accountIds: [first.id], mayUseWholeQuota: true }
    const errors = async () => {
      const [log] = await rig.call('logs.archive', { accountIds: [first.id] })
      return [(await rig.call('inventory.domain', target)).whois.error?.kind, log?.error?.kind]
    }
    await rig.call('inventory.refreshDomain', { ...target, detailKinds: ['whois'] })
    await rig.call('logs.refreshArchive', readLogs)
    expect(await errors()).toEqual(['proxy_refused', 'proxy_refused'])
    const told = Promise.all([rig.event('inventory.changed'), rig.event('logs.changed')])
    await setProxy(rig, first, null)
    await told
    expect(await errors()).toEqual([undefined, undefined])
    expect((await rig.call('inventory.domain', target)).whois.data).not.toBeNull()
  })

  test('A sync that waits for its proxy starts again at once when the proxy is removed', async () => {
    const rig = await start()
    const proxy = await startProxy()
    const first = await rig.addAccount('First', ['key-of-the-first'])
    await setProxy(rig, first, { url: proxy.url })
    await proxy.close()
    const isWaiting = rig.event('sync.changed', ([progress]) => progress?.responsiveness === 'no_proxy')
    await rig.call('sync.start', { accountIds: [first.id] })
    await isWaiting
    const isOver = rig.event('sync.changed', ([progress]) => progress?.state === 'idle')
    const changed = await setProxy(rig, first, null)
    expect(changed.health.reasons).not.toContain('proxy_unreachable')
    await isOver
  })

  test('Accounts with different proxies are not merged', async () => {
    const rig = await start({
      world: {
        users: [
          { name: 'first', keys: [{ token: 'key-of-the-first-a' }, { token: 'key-of-the-first-b' }], domains: [] },
        ],
      },
    })
    const proxy = await startProxy()
    const [one, other] = [
      await rig.addAccount('A', ['key-of-the-first-a']),
      await rig.addAccount('B', ['key-of-the-first-b']),
    ]
    await setProxy(rig, one, { url: proxy.url, user: 'user', password })
    const merge = () => rig.call('accounts.merge', { accountId: one.id, fromAccountId: other.id })
    expect(await captureRejection(merge())).toMatchObject({ details: { issues: [{ code: 'otherProxy' }] } })
    await setProxy(rig, other, { url: proxy.url, user: 'user', password })
    expect(await merge()).toMatchObject({ proxy: { hasPassword: true }, keys: [{}, {}] })
  })

  test.each<[string, Partial<ProxyForm>, string, string]>([
    ['no host', { url: '' }, 'proxyUrl', 'proxyForm'],
    ['a path', { url: 'http://proxy.example:3128/path' }, 'proxyUrl', 'proxyForm'],
    ['a blank', { url: 'proxy example' }, 'proxyUrl', 'proxyForm'],
    ['a port that does not exist', { url: 'proxy.example:70000' }, 'proxyUrl', 'proxyForm'],
    ['SOCKS', { url: 'socks5://proxy.example:1080' }, 'proxyUrl', 'proxyScheme'],
    ['credentials in the address', { url: 'http://user:word@proxy.example' }, 'proxyUrl', 'proxyCredentialsInUrl'],
    ['a colon in the user', { user: 'a:b' }, 'proxyUser', 'proxyUserForm'],
    ['a password without a user', { password: 'word' }, 'proxyUser', 'proxyUserMissing'],
    ['a line feed in the password', { user: 'a', password: 'b\nc' }, 'proxyPassword', 'proxyPasswordForm'],
  ])('A proxy is refused before anything is sent: %s', async (_, typed, path, code) => {
    const rig = await start()
    const error = (await captureRejection(keepProxy(rig, null, { url: 'http://127.0.0.1:3128', ...typed }))) as AppError
    expect(error).toMatchObject({ kind: 'invalid_input', details: { issues: [{ path, code }] } })
    expect(JSON.stringify(error.details)).not.toContain('word@')
  })

  test('An account at a service without TLS takes no proxy on another computer, which could read its keys', async () => {
    const rig = await start()
    const first = await rig.addAccount('First', ['key-of-the-first'])
    expect(await captureRejection(keepProxy(rig, first.id, { url: 'proxy.example:3128' }))).toMatchObject({
      details: { issues: [{ path: 'proxyUrl', code: 'proxyNeedsTls' }] },
    })
  })
})
