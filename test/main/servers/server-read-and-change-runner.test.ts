import { domainToASCII } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { ServerChangeName } from '#shared/ipc/single-server-change-commands.ts'
import type { SimulatedHostingServer } from '#simulator/simulated-settings-of-hosting-server.ts'
import { samplePublicKey } from '#test/simulator/sample-ssh-public-key.ts'
import { servername, useServersRig, validChanges } from './servers-rig.ts'

/** What each change leaves on the server, and the body of its only write. */
const effects: [ServerChangeName, (hosting: SimulatedHostingServer) => unknown, unknown, body?: object][] = [
  ['addDomain', ({ domains }) => domains.get('example.com'), { ssl: true, redirectHttps: true }],
  ['resetDomain', ({ domains }) => domains.get('one.com'), { ssl: false }],
  ['addSubdomain', ({ subdomains }) => subdomains.has('blog.one.com'), true],
  [
    'installWordpress',
    ({ wordpress }) => [...wordpress.values()].map(({ url }) => url),
    ['https://two.com/', 'https://one.com/'],
  ],
  [
    'deleteWordpress',
    ({ wordpress, databases, databaseUsers }) => [wordpress.size, databases.size, databaseUsers.size],
    [0, 0, 1],
    { delete_db: true, delete_db_user: false, delete_cron: true },
  ],
  ['addDatabase', ({ databases }) => databases.get('web01_shop'), { characterSet: 'utf8mb4' }],
  ['addDatabaseUser', ({ databaseUsers }) => databaseUsers.has('web01_shop'), true],
  ['grantDatabase', ({ databaseUsers }) => [...(databaseUsers.get('web01_wp1')?.grants ?? [])], ['web01_wp1']],
  ['setSsh', ({ isSshEnabled }) => isSshEnabled, true],
  ['addSshKey', ({ sshKeys }) => sshKeys.size, 2],
  ['generateSshKey', ({ sshKeys }) => sshKeys.size, 2, { generate: true }],
  ['deleteSshKey', ({ sshKeys }) => sshKeys.size, 0],
  ['clearCache', ({ clearedCaches }) => clearedCaches.map(({ domain }) => domain), ['two.com']],
]

describe.each(['a', 'b', 'c'] as const)(
  'Changes of a server whose undocumented fields are named as in world %s',
  (undocumented_names) => {
    const servers = useServersRig({ undocumented_names })

    test.each(effects)(
      '%s is sent once, changes the server, and is in the change log',
      async (name, stateOf, expected, body) => {
        const output = await servers.call(name, validChanges[name] as never)
        expect(output).toMatchObject({ isSent: true, isAnswerLost: false })
        const state = stateOf(servers.hosting())
        if (typeof expected === 'object' && !Array.isArray(expected)) expect(state).toMatchObject(expected as object)
        else expect(state).toEqual(expected)
        expect(servers.writes()).toMatchObject([{ status: 200, ...(body && { bodyJson: body }) }])
        expect(await servers.newestEntry()).toMatchObject({
          id: output.changeId,
          domain: servername,
          change: { kind: 'server', operation: name },
          result: 'done',
          error: null,
        })
      },
    )

    test('A change is found in the change log by what it concerns', async () => {
      await servers.call('addSubdomain', validChanges.addSubdomain)
      await servers.call('clearCache', validChanges.clearCache)
      const { rows } = await servers.rig().call('changeLog.list', { filter: { text: 'BLOG.one' } })
      expect(new Set(rows.map(({ change }) => change.kind === 'server' && change.operation))).toEqual(
        new Set(['addSubdomain']),
      )
    })

    test('A generated key comes with its private key', async () => {
      const { result } = await servers.call('generateSshKey', {})
      expect(result?.privateKey).toMatch(/^-----BEGIN PRIVATE KEY-----/)
      expect(result?.publicKey).toBe([...servers.hosting().sshKeys.values()].at(-1)?.publicKey)
    })

    test('A new database and a new user have the full names that a grant takes', async () => {
      const database = (await servers.call('addDatabase', validChanges.addDatabase)).result?.name
      const databaseUser = (await servers.call('addDatabaseUser', validChanges.addDatabaseUser)).result?.name
      expect([database, databaseUser]).toEqual(['web01_shop', 'web01_shop'])
      await servers.call('grantDatabase', { database: `${database}`, databaseUser: `${databaseUser}` })
      expect([...(servers.hosting().databaseUsers.get('web01_shop')?.grants ?? [])]).toEqual(['web01_shop'])
    })
  },
)

describe('A change of a server', () => {
  const servers = useServersRig({ suspended_servers: 'refuse_changes' })

  test('A memo is written if it is as the user saw it, and the list of servers shows it', async () => {
    const output = await servers.call('setMemo', { memo: '検証', expected: '本番' })
    expect(output.isSent).toBe(true)
    expect(await servers.newestEntry()).toMatchObject({
      change: { operation: 'setMemo', subject: null, before: '本番', after: '検証' },
    })
    const { row } = await servers.rig().call('inventory.server', { accountId: servers.accountId(), name: servername })
    expect(row.memo).toBe('検証')
    expect(await servers.refusal('setMemo', { memo: 'x', expected: '本番' })).toMatchObject({
      kind: 'conflict',
      details: { actual: { memo: '検証' }, hasHappened: false },
    })
    expect(servers.writes()).toHaveLength(1)
  })

  test('A memo with a character beyond eucJP-win is refused before a call is spent', async () => {
    expect(await servers.refusal('setMemo', { memo: 'ok 🙂', expected: null })).toMatchObject({ kind: 'invalid_input' })
    expect(servers.requests()).toEqual([])
  })

  test('A change without an effect is not sent and is not in the change log', async () => {
    const entries = await servers.entryCount()
    for (const output of [
      await servers.call('setSsh', { isEnabled: false }),
      await servers.call('setMemo', { memo: '本番', expected: null }),
    ])
      expect(output).toMatchObject({ isSent: false, result: null, changeId: null })
    expect(servers.writes()).toEqual([])
    expect(await servers.entryCount()).toBe(entries)
  })

  test.each<[ServerChangeName, object]>([
    ['addDomain', { domain: 'ONE.com', ssl: true, redirectHttps: false }],
    ['installWordpress', { ...validChanges.installWordpress, url: 'https://two.com' }],
    ['deleteWordpress', { ...validChanges.deleteWordpress, url: 'https://one.com/' }],
    ['deleteWordpress', { ...validChanges.deleteWordpress, id: 7 }],
    ['deleteSshKey', { id: 7 }],
  ])('%s %j is a conflict with what the server has, so nothing is sent', async (name, fields) => {
    expect(await servers.refusal(name, fields as never)).toMatchObject({
      kind: 'conflict',
      details: { actual: expect.anything(), hasHappened: false },
    })
    expect(servers.writes()).toEqual([])
  })

  test('A typed ID that no entry of the list has is not said to be a change in the meantime', async () => {
    const refusals = [
      await servers.refusal('deleteSshKey', { id: 7 }),
      await servers.refusal('deleteWordpress', { ...validChanges.deleteWordpress, id: 7 }),
    ]
    expect(refusals.map(({ details }) => details['reason'])).toEqual(['not_listed', 'not_listed'])
  })

  test('A subdomain and an SSH key that are there already are conflicts', async () => {
    await servers.call('addSubdomain', validChanges.addSubdomain)
    await servers.call('addSshKey', validChanges.addSshKey)
    const already = { kind: 'conflict', details: { reason: 'already_listed' } }
    expect(await servers.refusal('addSubdomain', validChanges.addSubdomain)).toMatchObject(already)
    expect(await servers.refusal('addSshKey', { publicKey: samplePublicKey, label: 'other' })).toMatchObject(already)
    expect(servers.writes()).toHaveLength(2)
  })

  test('The same domain added twice at once is sent once', async () => {
    const add = () => servers.call('addDomain', validChanges.addDomain)
    const outcomes = await Promise.allSettled([add(), add()])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(servers.writes()).toHaveLength(1)
  })

  test('Japanese names are sent in Punycode', async () => {
    await servers.call('addDomain', { domain: '日本語.com', ssl: false, redirectHttps: false })
    await servers.call('addSubdomain', { subdomain: 'ブログ。日本語．com', ssl: false })
    await servers.call('installWordpress', { ...validChanges.installWordpress, url: 'https://日本語.com/ブログ' })
    expect(servers.writes().map(({ bodyJson }) => Object.values(bodyJson as object)[0])).toEqual([
      domainToASCII('日本語.com'),
      domainToASCII('ブログ.日本語.com'),
      new URL('https://日本語.com/ブログ').href,
    ])
  })

  test('SSL that fails because of the name servers is reported by its status', async () => {
    const { result } = await servers.call('addDomain', { domain: 'away.com', ssl: true, redirectHttps: true })
    expect(result).toEqual({ sslStatus: 'failed_nameserver' })
    expect((await servers.newestEntry())?.change).toMatchObject({
      after: 'SSL: failed_nameserver, HTTPS',
      unproved: null,
    })
  })

  test('The search in the history finds the values that the service answered', async () => {
    await servers.call('addDomain', { domain: 'searched.com', ssl: true, redirectHttps: true })
    const found = async (text: string) => (await servers.rig().call('changeLog.list', { filter: { text } })).total
    expect([await found('searched.com failed_nameserver'), await found('searched.com enabled')]).toEqual([1, 0])
  })

  test('A reset needs the typed name of the domain', async () => {
    expect(await servers.refusal('resetDomain', { domain: 'one.com', typedDomain: 'two.com' })).toMatchObject({
      kind: 'invalid_input',
      details: { issues: [{ path: 'typedDomain' }] },
    })
    expect(servers.requests()).toEqual([])
  })

  test('A refusal of the service is in the change log as not made', async () => {
    const error = await servers.refusal('addSubdomain', { subdomain: 'blog.elsewhere.com', ssl: false })
    expect(error).toMatchObject({ kind: 'service', code: 'VALIDATION_ERROR', status: 422 })
    expect(await servers.newestEntry()).toMatchObject({
      change: { operation: 'addSubdomain', subject: 'blog.elsewhere.com' },
      result: 'failed',
      error: { code: 'VALIDATION_ERROR' },
    })
  })

  test('A change that a suspended server refuses ends with the service’s own error', async () => {
    const error = await servers.refusal('setSsh', { isEnabled: true }, 'web02.simulator.example')
    expect(error).toMatchObject({ kind: 'service', code: 'FORBIDDEN', status: 403 })
  })

  test('A change of a read-only account spends no call, not even to read the server', async () => {
    const rig = servers.rig()
    const update = (isReadOnly: boolean) => rig.call('accounts.update', { accountId: servers.accountId(), isReadOnly })
    await update(true)
    expect(await servers.refusal('setSsh', { isEnabled: true })).toMatchObject({
      kind: 'read_only',
      details: { hasHappened: false },
    })
    expect(servers.requests()).toEqual([])
    expect((await servers.call('ssh', {})).data?.isEnabled).toBe(false)
    await update(false)
  })
})
