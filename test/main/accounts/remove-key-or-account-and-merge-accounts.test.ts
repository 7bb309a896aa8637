import { describe, expect, test } from 'vitest'
import { queryAnnotation, saveAnnotation } from '#main/annotations/query-and-save-annotation.ts'
import { queryKeyLogCoverage } from '#main/api-logs/archive/query-time-spans-of-stored-key-log.ts'
import {
  queryCompleteReadTimesOfPostEntries,
  storeCompleteReadTimeOfPostEntries,
} from '#main/api-logs/execution-log-store.ts'
import {
  addCompleteLogSpan,
  queryCompleteLogSpans,
  queryKeyLogArchiveState,
  storeLogArchiveReadTimeAndClockLead,
} from '#main/api-logs/log-archive-state-store.ts'
import { separateLogOfReplacedSecret } from '#main/api-logs/separate-logs-of-replaced-secrets.ts'
import { queryDomainRows } from '#main/inventory/domains/query-domains.ts'
import { queryZone, storeZone } from '#main/inventory/domains/zone-store.ts'
import {
  queryServerUsageReadings,
  storeServerUsageReading,
} from '#main/inventory/servers/server-usage-reading-store.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { Database } from '#main/store/database.ts'
import type { StartedAccounts } from './start-accounts-with-real-keychain.ts'
import { startAccountsRig, domainNames, tokens, keyId } from './accounts-with-simulator-and-keychain-rig.ts'
import { captureAppError, captureRejection } from '#test/capture-rejection.ts'

function showConsoleRequest({ database }: Pick<StartedAccounts, 'database'>, accountId: string): void {
  database.run(
    `insert into console_history (at, account_id, method, path, query, duration_ms) values (1, ?, 'GET', '/v1/me', '[]', 1)`,
    accountId,
  )
}

describe('a removal that fails after it began', () => {
  async function failMidway() {
    const { app, add, insertInventoryRows } = await startAccountsRig()
    const { id } = await add('one', tokens.full)
    insertInventoryRows(id, domainNames)
    app.database.run(`create trigger fail before delete on api_key begin select raise(abort, 'no more'); end`)
    await expect(app.accounts.remove(id)).rejects.toThrow()
    const account = () => app.accounts.list().find((one) => one.id === id)
    expect(account()).toMatchObject({ isPaused: true, isRemovalUnfinished: true, domains: 0 })
    return { app, id, account }
  }

  test('A removal that fails after it began leaves an account that is shown as half removed until the removal is resumed', async () => {
    const { app, id, account } = await failMidway()
    app.accounts.update({ accountId: id, isPaused: true })
    expect(account()).toMatchObject({ isRemovalUnfinished: true })
    app.accounts.update({ accountId: id, isPaused: false })
    expect(account()).toMatchObject({ isPaused: false, isRemovalUnfinished: false })
  })

  test('A removal that failed can be repeated', async () => {
    const { app, id, account } = await failMidway()
    app.database.run('drop trigger fail')
    await app.accounts.remove(id)
    expect(account()).toBeUndefined()
  })

  test('A removal that goes on is not called unfinished', async () => {
    const { app, add } = await startAccountsRig()
    const { id } = await add('one', tokens.full)
    const removal = app.accounts.remove(id)
    const unfinished = app.accounts.list().filter((one) => one.isRemovalUnfinished)
    await removal
    expect(unfinished).toEqual([])
  })
})

describe('merging accounts', () => {
  test('Accounts at one service with two spellings of its base URL can be merged, but not accounts at another port', async () => {
    const { app, simulator, add, insertInventoryRows } = await startAccountsRig()
    const into = await add('into', tokens.full)
    const from = await add('from', tokens.read)
    const spell = (baseUrl: string) =>
      app.database.run('update account set base_url = ? where id = ?', baseUrl, from.id)
    insertInventoryRows(into.id, domainNames)
    insertInventoryRows(from.id, ['two.example'])
    spell('http://localhost:1')
    expect(app.accounts.overlaps()).toEqual([])
    expect(await captureAppError(app.accounts.merge(into.id, from.id))).toMatchObject({ kind: 'invalid_input' })
    spell(simulator.url.replace('127.0.0.1', 'localhost'))
    app.database.run('update sync_run set domains_read_at = coalesce(domains_read_at, 0) + 1')
    expect(app.accounts.overlaps()).toMatchObject([{ names: ['two.example'] }])
    expect((await app.accounts.merge(into.id, from.id)).keys).toHaveLength(2)
  })

  test('A domain in transfer counts among those that two accounts share, but alone it shows nothing about their user', async () => {
    const { app, add, insertInventoryRows } = await startAccountsRig()
    const into = await add('into', tokens.full)
    const from = await add('from', tokens.read)
    insertInventoryRows(into.id, domainNames)
    insertInventoryRows(from.id, ['two.example', 'three.example'])
    app.database.run(`update domain set status = 'transferring' where name = 'three.example'`)
    expect(app.accounts.overlaps()).toMatchObject([{ count: 2 }])
    app.database.run(`update domain set status = 'transferring' where account_id = ?`, from.id)
    app.database.run('update sync_run set domains_read_at = coalesce(domains_read_at, 0) + 1')
    expect(app.accounts.overlaps()).toEqual([])
  })

  test('A merge moves customers, tags and notes, and joins those of a domain that both accounts have', async () => {
    const { app, add, insertInventoryRows } = await startAccountsRig()
    const into = await add('into', tokens.full)
    const from = await add('from', tokens.read)
    insertInventoryRows(into.id, domainNames)
    insertInventoryRows(from.id, ['two.example'])
    const target = (accountId: string, name: string) => ({ kind: 'domain' as const, accountId, name })
    const save = (accountId: string, name: string, tags: string[], customer: string, note: string) =>
      app.database.transaction(() => saveAnnotation(app.database, target(accountId, name), { tags, customer, note }))
    save(into.id, 'two.example', ['Shop'], 'Aoba', 'First')
    save(from.id, 'two.example', ['shop', 'VIP'], 'Kaede', 'Second')
    save(from.id, 'three.example', ['VIP'], 'Kaede', '')
    await app.accounts.merge(into.id, from.id)
    expect(queryAnnotation(app.database, target(into.id, 'two.example'))).toEqual({
      tags: ['Shop', 'VIP'],
      customer: 'Aoba',
      note: 'First\nSecond\nKaede',
    })
    expect(queryAnnotation(app.database, target(into.id, 'three.example')).tags).toEqual(['VIP'])
    expect(app.database.all('select label, domains from tag order by label')).toEqual([
      { label: 'Shop', domains: 1 },
      { label: 'VIP', domains: 2 },
    ])
  })

  test('A merge is refused, and changes nothing, when notes or tags of one name are too long together', async () => {
    const { app, add, insertInventoryRows } = await startAccountsRig()
    const into = await add('into', tokens.full)
    const from = await add('from', tokens.read)
    insertInventoryRows(into.id, domainNames)
    insertInventoryRows(from.id, ['two.example'])
    const save = (accountId: string, tags: string[], note: string) =>
      app.database.transaction(() =>
        saveAnnotation(app.database, { kind: 'domain', accountId, name: 'two.example' }, { tags, customer: '', note }),
      )
    const numberedTags = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `tag ${from + index}`)
    const stored = () => app.database.all('select * from annotation order by account_id')
    for (const [mine, theirs] of [
      [{ note: 'a'.repeat(1000) }, { note: 'b'.repeat(1000) }],
      [{ tags: numberedTags(0, 11) }, { tags: numberedTags(11, 10) }],
    ] as { tags?: string[]; note?: string }[][]) {
      save(into.id, mine?.tags ?? [], mine?.note ?? '')
      save(from.id, theirs?.tags ?? [], theirs?.note ?? '')
      const before = stored()
      const error = await captureAppError(app.accounts.merge(into.id, from.id))
      expect(error.details).toMatchObject({
        issues: [{ code: 'joinedAnnotationTooLong', values: { name: 'two.example', count: 1 } }],
      })
      expect(stored()).toEqual(before)
      expect(app.accounts.list()).toHaveLength(2)
    }
    save(into.id, numberedTags(0, 11), 'a'.repeat(1000))
    save(from.id, numberedTags(11, 9), 'b'.repeat(999))
    await app.accounts.merge(into.id, from.id)
    const joined = queryAnnotation(app.database, { kind: 'domain', accountId: into.id, name: 'two.example' })
    expect([joined.tags.length, joined.note.length]).toEqual([20, 2000])
  })

  test('A merge keeps the newer list reading, so that a change that one account has detected is not detected again', async () => {
    const { app, add, insertInventoryRows } = await startAccountsRig()
    const into = await add('into', tokens.full)
    const from = await add('from', tokens.read)
    for (const { id } of [into, from]) insertInventoryRows(id, ['one.example', 'two.example'], ['sv1.example'])
    const read = (table: string, accountId: string, name: string, at: number, expiry: string) =>
      app.database.run(
        `update ${table} set read_at = ?, expiry_date = ? where account_id = ? and name = ?`,
        at,
        expiry,
        accountId,
        name,
      )
    read('domain', into.id, 'one.example', 10, '2026-01-01')
    read('domain', from.id, 'one.example', 20, '2027-01-01')
    read('domain', into.id, 'two.example', 20, '2027-02-02')
    read('domain', from.id, 'two.example', 10, '2026-02-02')
    read('server', into.id, 'sv1.example', 10, '2026-03-03')
    read('server', from.id, 'sv1.example', 20, '2027-03-03')
    await app.accounts.merge(into.id, from.id)
    const listed = (table: string) =>
      app.database.all(`select account_id, name, read_at, expiry_date as expiry from ${table} order by name`)
    expect(listed('domain')).toEqual([
      { account_id: into.id, name: 'one.example', read_at: 20, expiry: '2027-01-01' },
      { account_id: into.id, name: 'two.example', read_at: 20, expiry: '2027-02-02' },
    ])
    expect(listed('server')).toEqual([{ account_id: into.id, name: 'sv1.example', read_at: 20, expiry: '2027-03-03' }])
  })

  test('A merge keeps the memo of the newer list reading, with its time', async () => {
    const { app, add, insertInventoryRows } = await startAccountsRig()
    const into = await add('into', tokens.full)
    const from = await add('from', tokens.read)
    const names = ['sv1.example', 'sv2.example', 'sv3.example']
    for (const { id } of [into, from]) insertInventoryRows(id, [], names)
    const read = (accountId: string, name: string, memo: string, readAt: number, memoReadAt: number | null) =>
      app.database.run(
        'update server set memo = ?, read_at = ?, memo_read_at = ? where account_id = ? and name = ?',
        memo,
        readAt,
        memoReadAt,
        accountId,
        name,
      )
    read(into.id, 'sv1.example', 'old', 10, null)
    read(from.id, 'sv1.example', 'new', 20, null)
    read(into.id, 'sv2.example', 'set after both lists', 10, 30)
    read(from.id, 'sv2.example', 'old', 20, null)
    read(into.id, 'sv3.example', 'old', 20, null)
    read(from.id, 'sv3.example', 'set after both lists', 10, 30)
    await app.accounts.merge(into.id, from.id)
    const stored = app.database.all('select name, memo, read_at, memo_read_at from server order by name')
    expect(stored).toEqual([
      { name: 'sv1.example', memo: 'new', read_at: 20, memo_read_at: null },
      { name: 'sv2.example', memo: 'set after both lists', read_at: 20, memo_read_at: 30 },
      { name: 'sv3.example', memo: 'set after both lists', read_at: 20, memo_read_at: 30 },
    ])
  })

  test('A merge that copies another status of a domain counts the details of that status', async () => {
    const { app, add, insertInventoryRows } = await startAccountsRig()
    const into = await add('into', tokens.full)
    const from = await add('from', tokens.read)
    for (const { id } of [into, from]) insertInventoryRows(id, ['one.example'])
    const read = (accountId: string, status: string, at: number) =>
      app.database.run(
        'update domain set status = ?, read_at = ?, details_read_at = 5 where account_id = ?',
        status,
        at,
        accountId,
      )
    read(into.id, 'expired', 10)
    read(from.id, 'active', 20)
    await app.accounts.merge(into.id, from.id)
    // No name servers, Whois or lock of the active domain was ever read.
    expect(app.database.all('select status, details_read_at from domain')).toEqual([
      { status: 'active', details_read_at: null },
    ])
  })

  test('A merge keeps the newer price list and the newer plans of both accounts', async () => {
    const { app, add } = await startAccountsRig()
    const into = await add('into', tokens.full)
    const from = await add('from', tokens.read)
    const store = (accountId: string, list: string, readAt: number) =>
      app.database.run('insert into offer values (?, ?, ?, ?)', accountId, list, `["${readAt}"]`, readAt)
    store(into.id, 'prices', 20)
    store(from.id, 'prices', 10)
    store(into.id, 'plans', 15)
    store(from.id, 'plans', 30)
    await app.accounts.merge(into.id, from.id)
    expect(app.database.all('select account_id, list, data, read_at from offer order by list')).toEqual([
      { account_id: into.id, list: 'plans', data: '["30"]', read_at: 30 },
      { account_id: into.id, list: 'prices', data: '["20"]', read_at: 20 },
    ])
  })

  test('A merge moves keys and logs, drops inventory that is read again, and keeps the read-only setting and the notes', async () => {
    const { app, add, itemOf, stored, insertInventoryRows, showLog } = await startAccountsRig()
    const into = await add('into', tokens.full)
    const from = await add('from', tokens.read)
    insertInventoryRows(into.id, domainNames)
    insertInventoryRows(from.id, ['two.example'])
    showLog(from)
    showConsoleRequest(app, from.id)
    app.accounts.emitChanged()
    app.accounts.update({ accountId: from.id, isReadOnly: true, notes: 'ask first' })
    expect(app.accounts.overlaps()).toEqual([expect.objectContaining({ names: ['two.example'], count: 1 })])
    expect(app.accounts.get(into.id).health.reasons).toContain('shares_domains')

    const merged = await app.accounts.merge(into.id, from.id)
    expect(merged.keys.map(({ label }) => label)).toEqual(['into 0', 'from 0'])
    expect(merged).toMatchObject({ isReadOnly: true, notes: 'from: ask first', domains: 3 })
    expect(merged.health.reasons).not.toContain('shares_domains')
    expect([app.accounts.mergedInto(from.id), app.accounts.mergedInto(into.id)]).toEqual([into.id, null])
    expect(app.accounts.list()).toHaveLength(1)
    expect(app.database.all('select account_id, key_id from log_entry')).toEqual([
      { account_id: into.id, key_id: keyId(from) },
    ])
    expect(app.database.all('select account_id from console_history')).toEqual([{ account_id: into.id }])
    expect(await stored()).toEqual([itemOf(tokens.full), itemOf(tokens.read)])
  })

  test('A merge of an account with itself, or across services, is refused', async () => {
    const { app, add } = await startAccountsRig()
    const one = await add('one', tokens.full)
    const two = await add('two', tokens.other)
    app.database.run(`update account set base_url = 'https://service.example' where id = ?`, two.id)
    for (const [into, from] of [
      [one.id, one.id],
      [one.id, two.id],
    ] as const)
      expect((await captureAppError(app.accounts.merge(into, from))).kind).toBe('invalid_input')
    expect(app.accounts.list()).toHaveLength(2)
  })
})

describe('removing an account', () => {
  test('A removal deletes the previewed rows and the secrets of the account, and nothing of other accounts', async () => {
    const { app, add, secretIds, itemOf, insertInventoryRows, showLog } = await startAccountsRig()
    const gone = await add('gone', tokens.full, tokens.read)
    const kept = await add('kept', tokens.other)
    insertInventoryRows(gone.id, domainNames, ['banto1.simulator.example'])
    insertInventoryRows(kept.id, ['other.example'])
    showLog(gone)
    showLog(kept)
    showConsoleRequest(app, gone.id)
    for (const day of ['2026-11-24', '2026-11-25'])
      app.database.run(
        `insert into usage_reading (account_id, server, day, read_at, data) values (?, 'banto1.simulator.example', ?, 1, '{}')`,
        gone.id,
        day,
      )
    for (const { id } of [gone, gone, kept])
      app.database.run(
        `insert into request (account_id, endpoint, method, path, at, duration_ms, attempt) values (?, 'domain.list', 'GET', '/v1/domain', 1, 1, 1)`,
        id,
      )
    app.database.run(
      `insert into snapshot (id, account_id, domain, taken_at, read_at, reason) values ('one', ?, 'one.example', 1, 1, 'by_user')`,
      gone.id,
    )
    app.database.run(
      `insert into zone_draft (account_id, domain, base, records, saved_at) values (?, 'one.example', '[]', '[]', 1)`,
      gone.id,
    )
    for (const { id } of [gone, kept])
      saveAnnotation(
        app.database,
        { kind: 'domain', accountId: id, name: 'one.example' },
        { tags: ['VIP'], customer: '', note: '' },
      )
    app.database.run(
      'update domain set gone_since = 1 where account_id = ? and name = ?',
      gone.id,
      domainNames[2] ?? '',
    )
    const ids = secretIds()
    expect(app.accounts.removalPreview(gone.id)).toEqual({
      keys: 2,
      domains: 3,
      goneDomains: 1,
      servers: 1,
      goneServers: 0,
      records: 3,
      logEntries: 1,
      requests: 2,
      snapshots: 1,
      zoneDrafts: 1,
      usageReadings: 2,
      consoleRequests: 1,
      annotations: 1,
    })
    await app.accounts.remove(gone.id)
    expect(app.accounts.list().map(({ label }) => label)).toEqual(['kept'])
    expect(await Promise.all(ids.map((id) => app.store.get(id)))).toEqual([null, null, itemOf(tokens.other)])
    const rows = (table: string) => app.database.all(`select * from ${table}`).length
    expect(['api_key', 'domain', 'server', 'record', 'search_entry', 'log_entry'].map(rows)).toEqual([1, 1, 0, 1, 1, 1])
    expect(['snapshot', 'zone_draft', 'annotation'].map(rows)).toEqual([0, 0, 1])
    expect(app.database.all('select account_id from request where account_id is not null')).toEqual([
      { account_id: kept.id },
    ])
    expect(app.database.all(`select rowid from search where search match '"one.example"'`)).toEqual([])
  })
})

describe('an interrupted removal or merge', () => {
  const listsReadAt = (app: StartedAccounts) =>
    app.database
      .all<{ at: number | null }>(
        'select coalesce(lists_read_at, domains_read_at, servers_read_at) as at from sync_run',
      )
      .map(({ at }) => at)
  const synced = (app: StartedAccounts, accountId: string) =>
    app.database.run(
      `insert or replace into sync_run (account_id, state, started_at, lists_read_at, domains_read_at, servers_read_at) values (?, 'idle', 1, 2, 2, 2)`,
      accountId,
    )

  test.each(['removing', 'merging'])(
    'After an interruption while %s, no account counts as completely read',
    async (what) => {
      const { app, add, insertInventoryRows } = await startAccountsRig()
      const into = await add('into', tokens.full)
      const from = await add('from', tokens.other)
      insertInventoryRows(from.id, ['two.example'])
      synced(app, from.id)
      if (what === 'merging') synced(app, into.id)
      app.database.run(`create trigger cut before delete on domain begin select raise(abort, 'cut off'); end`)
      await captureAppError(what === 'merging' ? app.accounts.merge(into.id, from.id) : app.accounts.remove(from.id))
      expect(listsReadAt(app)).toEqual(what === 'merging' ? [null, null] : [null])
    },
  )

  test.each(
    ['removing', 'merging'].flatMap((what) =>
      [
        ['search_entry', 'target'],
        ['record', 'domain'],
        ['facet', 'name'],
        ['domain', 'name'],
      ].map(([table, column]) => [what, table, column]),
    ),
  )(
    'An interruption while %s, at the rows in %s, leaves only domains with their records and search texts',
    async (what, table, column) => {
      const { app, add, insertInventoryRows } = await startAccountsRig()
      const into = await add('into', tokens.full)
      const from = await add('from', tokens.other)
      const names = Array.from({ length: 60 }, (_, index) => `shop-${String(index).padStart(2, '0')}.example`)
      insertInventoryRows(from.id, names)
      const record = { id: 1, type: 'A', host: '@', content: '192.0.2.1', ttl: 3600, priority: 0 } as const
      for (const name of names) storeZone(app.database, from.id, name, [record], 5)
      app.database.run(
        `create trigger cut before delete on ${table} when old.${column} = 'shop-55.example' begin select raise(abort, 'cut off'); end`,
      )
      await captureAppError(what === 'merging' ? app.accounts.merge(into.id, from.id) : app.accounts.remove(from.id))
      const left = app.database.all<{ entry: number; name: string }>(
        'select entry, name from domain where account_id = ?',
        from.id,
      )
      expect(left.map(({ name }) => name)).toContain('shop-55.example')
      const listed = queryDomainRows(
        app.database,
        left.map(({ entry }) => entry),
        null,
      )
      expect(listed.map(({ name }) => name)).toEqual(left.map(({ name }) => name))
      for (const { name } of left) {
        expect(queryZone(app.database, from.id, name)).toMatchObject({ data: [record], readAt: 5 })
        storeZone(app.database, from.id, name, [record], 6)
      }
      expect(app.database.all('select 1 from seen_change')).toEqual([])
      expect(left.length).toBeLessThan(60)
    },
  )

  test('An interrupted removal leaves only servers with the history of their usage', async () => {
    const { app, add, insertInventoryRows } = await startAccountsRig()
    const { id } = await add('one', tokens.full)
    const names = Array.from({ length: 6 }, (_, index) => `server-${index}.example`)
    insertInventoryRows(id, [], names)
    for (const name of names) storeServerUsageReading(app.database, id, name, {}, 5)
    app.database.run(
      `create trigger cut before delete on server when old.name = 'server-5.example' begin select raise(abort, 'cut off'); end`,
    )
    await captureAppError(app.accounts.remove(id))
    const left = app.database.all<{ name: string }>('select name from server').map(({ name }) => name)
    expect(left.filter((name) => queryServerUsageReadings(app.database, id, name).length > 0)).toEqual(left)
    expect(left.length).toBeLessThan(6)
  })

  describe('of a log', () => {
    /** Stores a log of two chunks that counts as complete. Its deletion fails in the second chunk. */
    async function startWithLogThatIsPartlyDeletable() {
      const { app, add } = await startAccountsRig()
      const account = await add('one', tokens.full)
      const key = keyId(account)
      app.database.run(
        `insert into log_entry (key_id, account_id, at, method, path, status_code)
         with recursive n (at) as (select 0 union all select at + 1000 from n where at < 2999000)
         select ?, ?, at, 'POST', '/v1/domain/one.example/renew', 200 from n`,
        key,
        account.id,
      )
      addCompleteLogSpan(app.database, key, { from: 0, to: 3_000_000 })
      storeLogArchiveReadTimeAndClockLead(app.database, key, 3_000_000, 0)
      storeCompleteReadTimeOfPostEntries(app.database, key, 3_000_000)
      app.database.run('insert into key_write_check values (?, 3000000, 3000000, 0)', key)
      app.database.run(
        `create trigger cut before delete on log_entry when old.at = 2500000 begin select raise(abort, 'cut off'); end`,
      )
      const storedReadings = () => [
        queryKeyLogCoverage(app.database, { accountId: account.id, keyId: key }, 3_000_000).completeTo,
        queryKeyLogArchiveState(app.database, key).readAt,
        ...queryCompleteReadTimesOfPostEntries(app.database).map(({ readAt }) => readAt),
        ...app.database.all<{ to: number }>('select complete_to as "to" from key_write_check').map(({ to }) => to),
      ]
      return { app, account, key, storedReadings }
    }

    test.each(['an account', 'a key'])(
      'After an interrupted removal of %s, a log of which entries were deleted counts as never read',
      async (what) => {
        const { app, account, key, storedReadings } = await startWithLogThatIsPartlyDeletable()
        expect(storedReadings()).toEqual([3_000_000, 3_000_000, 3_000_000, 3_000_000])
        await captureAppError(
          what === 'a key' ? app.accounts.removeKey(account.id, key) : app.accounts.remove(account.id),
        )
        expect(app.database.all('select 1 from log_entry')).toHaveLength(1000)
        expect(storedReadings()).toEqual([null, null])
      },
    )

    test('A log that is read again after an interrupted removal is complete only since its key has its secret', async () => {
      const { app, account, key } = await startWithLogThatIsPartlyDeletable()
      app.database.transaction(() => separateLogOfReplacedSecret(app.database, key, 3_000_000))
      await captureAppError(app.accounts.remove(account.id))
      addCompleteLogSpan(app.database, key, { from: 0, to: 4_000_000 })
      expect(queryCompleteLogSpans(app.database, key)).toEqual([{ from: 3_001_000, to: 4_000_000 }])
    })

    test('An interrupted removal that deleted no log entry leaves the log as it was read', async () => {
      const { app, account, storedReadings } = await startWithLogThatIsPartlyDeletable()
      app.database.run(`create trigger earlier before delete on log_entry begin select raise(abort, 'cut off'); end`)
      await captureAppError(app.accounts.remove(account.id))
      expect(storedReadings()).toEqual([3_000_000, 3_000_000, 3_000_000, 3_000_000])
    })
  })

  describe('of a merge', () => {
    /** Closes the database, like the end of the app, after the customer of a domain was moved and before the keys. */
    async function startWithInterruptedMerge() {
      const rig = await startAccountsRig()
      const into = await rig.add('into', tokens.full)
      const from = await rig.add('from', tokens.read)
      rig.insertInventoryRows(into.id, domainNames)
      rig.insertInventoryRows(from.id, ['two.example', 'shop.example'])
      rig.showLog(from)
      const customerOf = (database: Database, accountId: string) =>
        queryAnnotation(database, { kind: 'domain', accountId, name: 'shop.example' }).customer
      const { database } = rig.app
      const target = { kind: 'domain', accountId: from.id, name: 'shop.example' } as const
      database.transaction(() => saveAnnotation(database, target, { tags: [], customer: 'Aoba', note: 'Note' }))
      const merge = captureRejection(rig.app.accounts.merge(into.id, from.id))
      while (customerOf(database, into.id) === '') await yieldToEventLoop()
      database.close()
      await merge
      const app = await rig.restart()
      expect(app.accounts.list()).toHaveLength(2)
      return { app, into, from, customer: (accountId: string) => customerOf(app.database, accountId) }
    }

    test('A merge that the end of the app interrupts is finished at the next start', async () => {
      const { app, into, from, customer } = await startWithInterruptedMerge()
      expect(await app.accounts.finishInterruptedMerges()).toEqual([into.id])
      expect(app.accounts.list()).toMatchObject([{ id: into.id, domains: 3 }])
      expect(app.accounts.get(into.id).keys).toHaveLength(2)
      expect(app.accounts.mergedInto(from.id)).toBe(into.id)
      expect(customer(into.id)).toBe('Aoba')
      expect(await app.accounts.finishInterruptedMerges()).toEqual([])
    })

    test('A merge that cannot be finished at a start is finished at a later one', async () => {
      const { app, into, from } = await startWithInterruptedMerge()
      app.database.run(`update account set proxy_url = 'http://proxy.example:3128' where id = ?`, from.id)
      expect(await app.accounts.finishInterruptedMerges()).toEqual([])
      expect(app.accounts.list()).toHaveLength(2)
      app.database.run('update account set proxy_url = null where id = ?', from.id)
      expect(await app.accounts.finishInterruptedMerges()).toEqual([into.id])
    })

    test.each(['from', 'into'] as const)(
      'An interrupted merge is not finished after a removal of the account “%s” began',
      async (which) => {
        const { app, ...accounts } = await startWithInterruptedMerge()
        app.database.run(`create trigger cut before delete on api_key begin select raise(abort, 'cut off'); end`)
        await captureAppError(app.accounts.remove(accounts[which].id))
        expect(await app.accounts.finishInterruptedMerges()).toEqual([])
        expect(app.accounts.list()).toHaveLength(2)
      },
    )
  })

  test('A call that is logged during a merge is moved, too', async () => {
    const { app, add, insertInventoryRows } = await startAccountsRig()
    const into = await add('into', tokens.full)
    const from = await add('from', tokens.other)
    insertInventoryRows(from.id, ['two.example'])
    app.database.run(`create trigger late after delete on domain begin
      insert into request (account_id, endpoint, method, path, at, duration_ms, attempt) values (old.account_id, 'domain.list', 'GET', '/late', 1, 1, 1); end`)
    await app.accounts.merge(into.id, from.id)
    expect(app.database.all(`select account_id from request where path = '/late'`)).toEqual([{ account_id: into.id }])
  })
})
