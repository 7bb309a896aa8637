import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { endpointNames, getEndpoint } from '#shared/api/endpoints.ts'
import { maxConsoleResponseBytes, maxShownConsoleResponseLength } from '#shared/api/response-limits.ts'
import { servername, tokens, useConsoleRig } from './console-rig.ts'
import { readFolderAsText } from '#test/read-folder-as-text.ts'

const rigged = useConsoleRig()
const memo = `/v1/server/${servername}/memo`
const canary = 'Canary-Secret-5582'

const profileText = () => readFolderAsText(rigged.rig().profile)

describe('A read of the console', () => {
  test('is answered with status, headers, quota, body and the key that was sent', async () => {
    const answer = await rigged.send({ path: '/v1/domain/example.com/dns' })
    expect(answer).toMatchObject({ status: 200, outcome: null, isCut: false, isTruncated: false, changeId: null })
    expect(JSON.parse(answer.body)).toMatchObject({ records: [] })
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.quota.limit).toBeGreaterThan(0)
    // The key with the fewest rights.
    expect(answer.keyLabel).toBe('Key 2')
  })

  test('of a path that the catalog does not know reaches the service, with its query and @ encoded', async () => {
    const answer = await rigged.send({
      path: `/v1/server/${servername}/mail/info@example.com`,
      query: [
        { name: 'a b', value: '日本&x=1' },
        { name: '', value: 'not sent' },
      ],
    })
    expect(answer.status).toBe(404)
    expect(rigged.requests().map(({ target }) => target)).toEqual([
      `/v1/server/${servername}/mail/info%40example.com?a%20b=%E6%97%A5%E6%9C%AC%26x%3D1`,
    ])
  })

  test('shows an answer that is no success, and sends it only once', async () => {
    rigged
      .rig()
      .simulator.faults.add({ match: {}, times: 9, fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR' } })
    expect(await rigged.send({ path: '/v1/domain' })).toMatchObject({ status: 500 })
    expect(rigged.requests()).toHaveLength(1)
  })

  test('shows an answer that is not JSON', async () => {
    rigged.rig().simulator.faults.add({ match: {}, times: 1, fault: { kind: 'html' } })
    const answer = await rigged.send({ path: '/v1/domain' })
    expect(answer.body).toContain('<html')
  })

  test('spends the quota of its limit class, also on a path that the catalog does not know', async () => {
    const usedOf = async (limitClass: string) =>
      (await rigged.rig().call('accounts.quota', null)).find((usage) => usage.limitClass === limitClass)?.usedDay ?? 0
    const before = [await usedOf('server'), await usedOf('domain'), await usedOf('account')]
    await rigged.send({ path: '/v1/server/unknown' })
    await rigged.send({ path: '/v1/domain/example.com/unknown' })
    await rigged.send({ path: '/v1/unknown' })
    const after = [await usedOf('server'), await usedOf('domain'), await usedOf('account')]
    expect(after.map((used, index) => used - (before[index] ?? 0))).toEqual([1, 1, 1])
  })

  test('that the app makes by itself is not in the history of the console', async () => {
    await rigged.rig().call('console.clearHistory', null)
    const request = rigged.requestOf({ path: '/v1/domain' })
    await rigged.rig().call('console.send', { sendId: 'pinned', request, confirmationId: null, isByUser: false })
    expect(await rigged.rig().call('console.history', null)).toEqual([])
    await expect(rigged.rig().call('console.saveAnswer', { sendId: 'pinned' })).rejects.toMatchObject({
      kind: 'not_found',
    })
  })

  test('is in the request log and in the history of the console', async () => {
    await rigged.send({ path: '/v1/domain', query: [{ name: 'auth_code', value: canary }] })
    const { rows } = await rigged.rig().call('logs.requests', { limit: 1 })
    expect(rows[0]).toMatchObject({ method: 'GET', status: 200, path: '/v1/domain?auth_code=%7B%7Bauth_code%7D%7D' })
    const [newest] = await rigged.rig().call('console.history', null)
    expect(newest).toMatchObject({
      method: 'GET',
      path: '/v1/domain',
      query: [{ name: 'auth_code', value: '{{auth_code}}' }],
      status: 200,
      errorKind: null,
    })
  })

  test('that waits is cancelled, and nothing is sent', async () => {
    const { simulator, call } = { ...rigged.rig(), call: rigged.rig().call }
    simulator.faults.add({ match: {}, times: 1, fault: { kind: 'delay', ms: 400 } })
    // The second write of a server waits until the first one has ended.
    const first = rigged.send({ method: 'PUT', path: memo, body: '{"memo":"one"}' })
    const second = rigged.send({ method: 'PUT', path: memo, body: '{"memo":"two"}' }, 'second')
    const refused = expect(second).rejects.toMatchObject({ kind: 'cancelled' })
    await rigged.rig().event('console.sending')
    await call('console.cancel', { sendId: 'second' })
    await refused
    expect(await first).toMatchObject({ status: 200 })
    expect(rigged.requests().map(({ bodyText }) => bodyText)).toEqual(['{"memo":"one"}'])
  })
})

describe('A long answer', () => {
  test('is shown up to a limit, and all that was read can be saved', async () => {
    rigged
      .rig()
      .simulator.faults.add({ match: {}, times: 1, fault: { kind: 'huge', bytes: 3 * maxShownConsoleResponseLength } })
    const answer = await rigged.send({ path: '/v1/domain' }, 'long')
    expect(answer).toMatchObject({ isCut: true, isTruncated: false })
    expect(answer.body.length).toBe(maxShownConsoleResponseLength)
    const { path } = await rigged.rig().call('console.saveAnswer', { sendId: 'long' })
    expect(readFileSync(path ?? '').length).toBe(answer.size)
  })

  test('can be saved although the answer to an earlier abandoned request arrives after it', async () => {
    const { simulator, call, event } = rigged.rig()
    simulator.faults.add({ match: { method: 'PUT' }, times: 1, fault: { kind: 'delay', ms: 300 } })
    const abandoned = rigged.send({ method: 'PUT', path: memo, body: '{"memo":"one"}' }, 'abandoned earlier')
    const refused = expect(abandoned).rejects.toMatchObject({ kind: 'unsettled' })
    await event('console.sending', ({ sendId }) => sendId === 'abandoned earlier')
    await call('console.cancel', { sendId: 'abandoned earlier' })
    await refused
    const abandonedEnds = event('console.changeEnded', ({ sendId }) => sendId === 'abandoned earlier')
    const answer = await rigged.send({ path: '/v1/domain' }, 'shown')
    await abandonedEnds
    const { path } = await call('console.saveAnswer', { sendId: 'shown' })
    expect(readFileSync(path ?? '').length).toBe(answer.size)
  })

  test('that never ends is read up to a limit', async () => {
    rigged
      .rig()
      .simulator.faults.add({ match: {}, times: 1, fault: { kind: 'huge', bytes: 4 * maxConsoleResponseBytes } })
    const answer = await rigged.send({ path: '/v1/domain' })
    expect(answer).toMatchObject({ size: maxConsoleResponseBytes, isCut: true, isTruncated: true })
  })
})

describe('A write of the console', () => {
  const write = { method: 'PUT', path: memo, body: '{"memo":"検証"}' } as const

  test('is sent once after its confirmation, and is in the change log without its body', async () => {
    const answer = await rigged.send(write)
    expect(answer).toMatchObject({ status: 200, outcome: 'done', keyLabel: 'Key 1' })
    expect(rigged.requests().map(({ bodyText }) => bodyText)).toEqual(['{"memo":"検証"}'])
    expect(await rigged.newestEntry()).toEqual(
      expect.objectContaining({
        id: answer.changeId,
        domain: servername,
        change: { kind: 'console', method: 'PUT', path: memo, status: 200 },
        result: 'done',
      }),
    )
  })

  test.each([
    ['no confirmation', () => Promise.resolve(null)],
    ['a confirmation that does not exist', () => Promise.resolve('made-up')],
    ['the confirmation of another body', () => confirmed({ ...write, body: '{"memo":"other"}' })],
    ['the confirmation of another path', () => confirmed({ ...write, path: `${memo}/` })],
    [
      'a confirmation that was used',
      async () => {
        const confirmationId = await confirmed(write)
        await rigged.rig().call('console.send', { sendId: 'used', request: rigged.requestOf(write), confirmationId })
        rigged.rig().simulator.ledger.clear()
        return confirmationId
      },
    ],
  ])('is not sent with %s', async (_, confirmationOf) => {
    const confirmationId = await confirmationOf()
    const request = rigged.requestOf(write)
    await expect(rigged.rig().call('console.send', { sendId: 'x', request, confirmationId })).rejects.toMatchObject({
      kind: 'unconfirmed',
    })
    expect(rigged.requests()).toEqual([])
  })

  const confirmed = async (draft: Parameters<typeof rigged.requestOf>[0]) =>
    (await rigged.rig().call('console.confirm', rigged.requestOf(draft))).confirmationId

  test.each([
    ['reset-after', { kind: 'reset-after' }],
    ['reset-before', { kind: 'reset-before' }],
    ['truncate', { kind: 'truncate' }],
  ] as const)(
    'whose answer is lost (%s) is unsettled, is not sent again, and is logged as unknown at the time of its sending',
    async (_, fault) => {
      rigged.rig().simulator.faults.add({ match: {}, times: 9, fault })
      expect(await rigged.refusal(write)).toMatchObject({ kind: 'unsettled' })
      expect(rigged.requests()).toHaveLength(1)
      const [sent] = await rigged.rig().call('console.history', null)
      expect(await rigged.newestEntry()).toMatchObject({
        at: sent?.at,
        change: { path: memo, status: null },
        result: 'unknown',
      })
    },
  )

  test.each([
    ['POST', 'dns', ['zone']],
    ['DELETE', 'dns/1', ['zone']],
    ['PUT', 'nameservers', ['nameservers']],
    ['PUT', 'whois', ['whois']],
    ['PUT', 'registrar-lock', ['lock']],
    ['PATCH', 'unknown', ['detail', 'zone', 'nameservers', 'whois', 'lock']],
  ] as const)('whose answer is lost may have changed what the path names: %s %s', async (method, path, changed) => {
    const { rig, accountId } = rigged
    const domain = 'example.com'
    if ((await rig().call('inventory.domains', {})).total === 0) {
      const ended = rig().event('sync.changed', (all) =>
        all.every(({ state }) => state !== 'lists' && state !== 'details'),
      )
      await rig().call('sync.start', {})
      await ended
    }
    const unknownChangeAt = async () =>
      (await rig().call('inventory.domain', { accountId: accountId(), name: domain })).unknownChangeAt
    const before = await unknownChangeAt()
    rigged.rig().simulator.faults.add({ match: {}, times: 9, fault: { kind: 'reset-before' } })
    expect(await rigged.refusal({ method, path: `/v1/domain/${domain}/${path}`, body: '{}' })).toMatchObject({
      kind: 'unsettled',
    })
    const { at } = (await rigged.newestEntry()) ?? {}
    const after = await unknownChangeAt()
    const later = Object.entries(after).filter(([detail, time]) => time !== before[detail as keyof typeof before])
    expect(later.map(([detail]) => detail)).toEqual(changed)
    for (const [, time] of later) expect(time).toBeGreaterThanOrEqual(at ?? Infinity)
  })

  test.each([
    [500, 'unknown'],
    [302, 'unknown'],
    [202, 'unknown'],
    [422, 'failed'],
    [429, 'failed'],
  ] as const)('that is answered with %i is logged as %s, and is not sent again', async (status, outcome) => {
    const headers = { 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '500' }
    rigged.rig().simulator.faults.add({ match: {}, times: 9, fault: { kind: 'status', status, headers } })
    expect(await rigged.send({ ...write, path: `/v1/unknown/${status}`, method: 'POST' })).toMatchObject({
      status,
      outcome,
    })
    expect(rigged.requests()).toHaveLength(1)
    expect(await rigged.newestEntry()).toMatchObject({ domain: '', result: outcome })
  })

  test('whose key lacks the permission is answered with 403, and is not sent again with another key', async () => {
    const fault = { kind: 'status', status: 403, code: 'FORBIDDEN' } as const
    rigged.rig().simulator.faults.add({ match: { method: 'PUT' }, times: 1, fault })
    const request = rigged.requestOf(write)
    const { key } = await rigged.rig().call('console.preview', request)
    expect(await rigged.send(write)).toMatchObject({ status: 403, outcome: 'failed', keyId: key?.id })
    expect(rigged.requests()).toHaveLength(1)
  })

  test('that was sent goes on when the person cancels, and is in the change log from its sending, with its outcome once known', async () => {
    const { simulator } = rigged.rig()
    simulator.faults.add({ match: {}, times: 1, fault: { kind: 'delay', ms: 300 } })
    const answer = rigged.send(write, 'abandoned')
    const refused = expect(answer).rejects.toMatchObject({ kind: 'unsettled', details: { isCancelled: true } })
    await rigged.rig().event('console.sending', ({ sendId }) => sendId === 'abandoned')
    await rigged.rig().call('console.cancel', { sendId: 'abandoned' })
    await refused
    expect(await rigged.newestEntry()).toMatchObject({
      change: { method: 'PUT', path: memo, status: null },
      result: 'sending',
    })
    const ended = await rigged.rig().event('console.changeEnded', ({ sendId }) => sendId === 'abandoned')
    expect(ended).toMatchObject({ status: 200, outcome: 'done', error: null })
    expect((await rigged.newestEntry())?.id).toBe(ended.changeId)
    await expect
      .poll(rigged.newestEntry)
      .toMatchObject({ change: { method: 'PUT', path: memo, status: 200 }, result: 'done' })
    expect(rigged.requests()).toHaveLength(1)
  })

  test('is refused on a read-only account, also with a confirmation', async () => {
    const confirmationId = await confirmed(write)
    const { call } = rigged.rig()
    await call('accounts.update', { accountId: rigged.accountId(), isReadOnly: true })
    const request = rigged.requestOf(write)
    try {
      await expect(call('console.send', { sendId: 'x', request, confirmationId })).rejects.toMatchObject({
        kind: 'read_only',
      })
      expect((await call('console.preview', request)).obstacle).toMatchObject({ kind: 'read_only' })
      expect(await rigged.send({ path: memo })).toMatchObject({ status: 200 })
    } finally {
      await call('accounts.update', { accountId: rigged.accountId(), isReadOnly: false })
    }
    expect(rigged.requests().filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('is not sent with a key that only reads, on a known path and on an unknown one', async () => {
    const account = (await rigged.rig().call('accounts.list', null))[0]
    const keyId = account?.keys.find(({ label }) => label === 'Key 2')?.id ?? ''
    for (const path of [memo, `/v1/server/${servername}/cron`])
      expect(await rigged.refusal({ ...write, path, keyId })).toMatchObject({ kind: 'no_key' })
    expect(rigged.requests()).toEqual([])
  })
})

describe('A request that spends money', () => {
  const paidPaths = endpointNames
    .map((name) => getEndpoint(name))
    .filter(({ idempotency }) => idempotency === 'paid')
    .map(({ path }) => path.replace('{domain_name}', 'example.com'))
  const disguises: ((path: string) => string)[] = [
    (path) => path,
    (path) => `${path}/`,
    (path) => path.replace(/domain|server/, (word) => word.toUpperCase()),
    (path) =>
      path
        .replace(/(domain|server)/, '%25$1')
        .replace('%25d', '%64')
        .replace('%25s', '%73'),
    (path) => path.replace('/v1/', '/v1/%2564omain/../').replace('../', ''),
    (path) => path.replace(/\/(?=[^/]*$)/, '//'),
    (path) => path.replace(/\/(?=[^/]*$)/, '%2f'),
    (path) => `${path};v=1`,
  ]

  test.each(['POST', 'PUT', 'PATCH'] as const)(
    'is refused with %s, dry or not, however its path is written',
    async (method) => {
      for (const path of paidPaths)
        for (const disguise of disguises) {
          const error = await rigged
            .refusal({ method, path: disguise(path), body: '{"dry_run":true}' })
            .catch(() => null)
          // Some disguised paths lead to another endpoint and may be sent. None may reach the paid endpoint.
          if (error) expect(['paid_endpoint', 'invalid_input']).toContain(error.kind)
        }
      const { simulator } = rigged.rig()
      expect(
        rigged.requests().filter(({ endpoint }) => endpoint && getEndpoint(endpoint as never).idempotency === 'paid'),
      ).toEqual([])
      expect(simulator.ledger.charges).toEqual([])
    },
  )

  test('names the endpoint, so that the window can lead to the right screen', async () => {
    const error = await rigged.refusal({ method: 'POST', path: '/v1/domain/example.com/renew', body: '{}' })
    expect(error).toMatchObject({ kind: 'paid_endpoint', details: { endpoint: 'domain.renew' } })
  })
})

describe('What the console stores', () => {
  test('is no body, no answer, no password and no key', async () => {
    const path = `/v1/server/${servername}/db/user`
    const body = JSON.stringify({ name_suffix: 'shop', password: canary, note: `${canary}-in-no-secret-field` })
    const repeated = { error: { code: 'VALIDATION_ERROR', message: canary, errors: [canary] } }
    rigged.rig().simulator.faults.add({ match: {}, times: 1, fault: { kind: 'status', status: 422, body: repeated } })
    expect((await rigged.send({ method: 'POST', path, body })).body).toContain(canary)
    rigged.rig().simulator.faults.add({ match: {}, times: 1, fault: { kind: 'reset-after' } })
    await rigged.refusal({ method: 'POST', path, body })
    const saved = await rigged
      .rig()
      .call('console.save', {
        name: 'database user',
        content: { method: 'POST', path, query: [], body: JSON.stringify({ name_suffix: 'shop', password: canary }) },
      })
    expect(saved.content.body).toBe('{"name_suffix":"shop","password":"{{password}}"}')
    expect(await rigged.rig().call('console.saved', null)).toEqual([saved])
    const text = profileText()
    expect(text).toContain('{{password}}')
    for (const secret of [canary, ...Object.values(tokens)]) expect(text).not.toContain(secret)
    expect(JSON.stringify(rigged.rig().events)).not.toContain(canary)
  })

  test('is no key that the service repeats in its answer, nor is it shown', async () => {
    const headers = { 'x-echo': tokens.full }
    const body = { authorization: `Bearer ${tokens.full}` }
    rigged.rig().simulator.faults.add({ match: {}, times: 1, fault: { kind: 'status', status: 404, headers, body } })
    const answer = await rigged.send({ method: 'POST', path: '/v1/server/echo', body: '{}' })
    expect(JSON.stringify(answer)).not.toContain(tokens.full)
  })

  test('is at most 500 rows of history, the newest ones', { timeout: 60_000 }, async () => {
    const { call, addAccount } = rigged.rig()
    // A new account: the calls of the other tests may have used up the minute of the shared one.
    const { id: accountId } = await addAccount('rin', [tokens.other])
    await call('console.clearHistory', null)
    expect(await call('console.history', null)).toEqual([])
    for (let n = 1; n <= 503; n += 1) await rigged.send({ accountId, path: `/v1/unknown/${n}` })
    const rows = await call('console.history', null)
    expect([rows.length, rows[0]?.path, rows.at(-1)?.path]).toEqual([500, '/v1/unknown/503', '/v1/unknown/4'])
    await call('accounts.remove', { accountId })
  })

  test('of an account ends with the account', async () => {
    const { call, addAccount } = rigged.rig()
    const other = await addAccount('rin', [tokens.other])
    await rigged.send({ accountId: other.id, path: '/v1/domain' })
    expect((await call('console.history', null)).some(({ accountId }) => accountId === other.id)).toBe(true)
    await call('accounts.remove', { accountId: other.id })
    expect((await call('console.history', null)).some(({ accountId }) => accountId === other.id)).toBe(false)
  })
})

test.each([
  ['a body with a GET', { path: '/v1/domain', body: '{}' }],
  ['a body that is not JSON', { path: memo, method: 'PUT', body: '{"memo":' }],
  ['a body of more than 1 MB', { path: memo, method: 'PUT', body: JSON.stringify('番'.repeat(400_000)) }],
] as const)('A request with %s is not sent', async (_, draft) => {
  expect(await rigged.refusal(draft)).toMatchObject({ kind: 'invalid_input' })
  expect(rigged.requests()).toEqual([])
})

test('The generic command of the window calls only endpoints that read', async () => {
  const input = { servername, memo: 'x' }
  for (const endpoint of endpointNames.filter((name) => getEndpoint(name).idempotency !== 'read'))
    expect(await rigged.rig().answer('api.call', { accountId: rigged.accountId(), endpoint, input })).toMatchObject({
      ok: false,
      error: { kind: 'invalid_input' },
    })
  expect(rigged.requests()).toEqual([])
})
