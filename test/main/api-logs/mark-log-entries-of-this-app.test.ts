import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#shared/durations.ts'
import { maxStoredRequests } from '#main/api/max-stored-requests.ts'
import { executionLogFilterSchema, executionLogListFilterSchema } from '#shared/ipc/api-logs.ts'
import { storeLogPage } from '#main/api-logs/execution-log-store.ts'
import { markLogEntriesOfThisApp, markLogEntryOfEndedRequest } from '#main/api-logs/mark-log-entries-of-this-app.ts'
import { buildLogListWhereClause } from '#main/api-logs/list/build-log-list-where-clause.ts'
import { storeDatabaseRebuildTime } from '#main/store/database-rebuild-time-store.ts'
import { storeKeyRemovalTime } from '#main/store/key-removal-time-store.ts'
import { openLogDatabase } from './open-database-with-account-and-keys.ts'

const addedAt = 100 * hourMs
const rebuiltAt = 110 * hourMs

/** A rebuilt database with reads by one key from an address that is not known, at these times. */
function openRebuiltDatabase(times: readonly number[]) {
  const database = openLogDatabase(['key'])
  database.run('update api_key set added_at = ?', addedAt)
  storeDatabaseRebuildTime(database, rebuiltAt)
  for (const at of times)
    database.run(
      `insert into log_entry (key_id, account_id, at, method, path, status_code, ip_address)
       values ('key', 'a', ?, 'GET', '/v1/domain', 200, '192.0.2.9')`,
      at,
    )
  markLogEntriesOfThisApp(database, 'key', { oldest: 0, newest: 200 * hourMs })
  return database
}

test('Only entries between the time when the key was added and the rebuild may be of this app without a stored request', () => {
  const times = [addedAt - hourMs, addedAt + hourMs, rebuiltAt - hourMs, rebuiltAt + hourMs]
  const database = openRebuiltDatabase(times)
  const uncertain = database.all<{ at: number }>('select at from log_entry where is_sender_uncertain = 1 order by at')
  expect(uncertain.map(({ at }) => at)).toEqual(times.slice(1, 3))
})

test('An entry from before its key was added may be of this app only if a key was removed after it and its address is of this app', () => {
  const removedAt = addedAt - hourMs
  const [known, other] = ['192.0.2.9', '198.51.100.1']
  const entries: [at: number, address: string | null][] = [
    [removedAt - 2 * hourMs, other],
    [removedAt - hourMs, known],
    [removedAt + minuteMs, null],
    [removedAt + 10 * minuteMs, known],
    [addedAt + hourMs, known],
  ]
  const listUncertain = (wasKeyRemoved: boolean) => {
    const database = openLogDatabase(['key'])
    database.run('update api_key set added_at = ?', addedAt)
    database.run('insert into log_address (address, is_of_app) values (?, 1), (?, 0)', known, other)
    if (wasKeyRemoved) storeKeyRemovalTime(database, removedAt)
    for (const [at, address] of entries)
      database.run(
        `insert into log_entry (key_id, account_id, at, method, path, status_code, ip_address)
         values ('key', 'a', ?, 'DELETE', '/v1/domain/example.com/dns/1', 200, ?)`,
        at,
        address,
      )
    markLogEntriesOfThisApp(database, 'key', { oldest: 0, newest: 200 * hourMs })
    return database
      .all<{ at: number }>('select at from log_entry where is_sender_uncertain = 1 order by at')
      .map(({ at }) => at)
  }
  expect(listUncertain(false)).toEqual([])
  expect(listUncertain(true)).toEqual([removedAt - hourMs, removedAt + minuteMs])
})

test('An entry from before the secret of its key was replaced may be of this app, but not an entry of the replaced secret', () => {
  const replacedAt = addedAt + 10 * hourMs
  const database = openLogDatabase(['key'])
  database.run('update api_key set added_at = ?, secret_replaced_at = ?', addedAt, replacedAt)
  database.run(`insert into log_address (address, is_of_app) values ('192.0.2.9', 1)`)
  storeKeyRemovalTime(database, replacedAt)
  const entries: [at: number, isOfReplacedSecret: number][] = [
    [addedAt + hourMs, 0],
    [addedAt + 2 * hourMs, 1],
    [replacedAt + hourMs, 0],
  ]
  for (const [at, isOfReplacedSecret] of entries)
    database.run(
      `insert into log_entry (key_id, account_id, at, method, path, status_code, ip_address, is_of_replaced_secret)
       values ('key', 'a', ?, 'GET', '/v1/domain/example.com', 200, '192.0.2.9', ?)`,
      at,
      isOfReplacedSecret,
    )
  markLogEntriesOfThisApp(database, 'key', { oldest: 0, newest: 200 * hourMs })
  expect(database.all('select at from log_entry where is_sender_uncertain = 1')).toEqual([{ at: addedAt + hourMs }])
})

test('Only new entries from the time between the adding of the key and the stored requests may be of this app, if requests were deleted', () => {
  const storedSince = addedAt + 10 * hourMs
  const listUncertain = (newestRequestId: number) => {
    const database = openLogDatabase(['key'])
    database.run('update api_key set added_at = ?', addedAt)
    database.run(`insert into log_address (address, is_of_app) values ('192.0.2.9', 1)`)
    database.run(
      `insert into request (id, endpoint, method, path, at, attempt, duration_ms) values (?, 'account.me', 'GET', '/v1/me', ?, 1, 1)`,
      newestRequestId,
      storedSince,
    )
    const entry = (at: number, ipAddress: string | null = '192.0.2.9') => ({
      at,
      method: 'GET',
      path: '/v1/domain',
      statusCode: 200,
      responseTimeMs: 5,
      ipAddress,
    })
    const known = entry(addedAt + 2 * hourMs)
    database.run(
      `insert into log_entry (key_id, account_id, at, method, path, status_code, response_time_ms, ip_address)
       values ('key', 'a', ?, 'GET', '/v1/domain', 200, 5, '192.0.2.9')`,
      known.at,
    )
    const entries = [
      entry(storedSince + hourMs),
      entry(storedSince - hourMs, null),
      entry(addedAt + 4 * hourMs, '198.51.100.1'),
      entry(addedAt + 3 * hourMs),
      known,
      entry(addedAt - hourMs),
    ]
    const page = { entries, boundaryEntries: [], hasMore: false }
    storeLogPage(database, { accountId: 'a', keyId: 'key' }, executionLogFilterSchema.parse({}), page)
    return database
      .all<{ at: number }>('select at from log_entry where is_sender_uncertain = 1 order by at')
      .map(({ at }) => at)
  }
  expect(listUncertain(maxStoredRequests)).toEqual([])
  expect(listUncertain(maxStoredRequests + 1)).toEqual([addedAt + 3 * hourMs, storedSince - hourMs])
})

test('A read from before the rebuild is hidden as possibly own, but not when unknown addresses are asked for', () => {
  const database = openRebuiltDatabase([rebuiltAt - hourMs])
  const count = (filter: object) => {
    const { sql, params } = buildLogListWhereClause(executionLogListFilterSchema.parse(filter))
    return database.all(`select 1 from log_entry ${sql}`, ...params).length
  }
  expect(count({ hidesOwnReads: true })).toBe(0)
  expect(count({ hidesOwnReads: true, onlyUnknownAddresses: true })).toBe(1)
})

test("A request whose entry is on the next older page is not paired with another program's entry of the page", () => {
  const database = openLogDatabase(['key'])
  const path = '/v1/domain/example.com/renew'
  const sentAt = 10 * hourMs
  const insertEntry = (at: number) =>
    database.run(
      `insert into log_entry (key_id, account_id, at, method, path, status_code) values ('key', 'a', ?, 'POST', ?, 200)`,
      at,
      path,
    )
  database.run(
    `insert into request (key_id, endpoint, attempt, at, method, path, status, duration_ms, service_at, is_in_flight)
     values ('key', 'renewDomain', 1, ?, 'POST', ?, 200, 0, ?, 0)`,
    sentAt,
    path,
    sentAt,
  )
  const foreignAt = sentAt + minuteMs
  insertEntry(foreignAt)
  markLogEntriesOfThisApp(database, 'key', { oldest: foreignAt, newest: foreignAt + hourMs })
  insertEntry(sentAt)
  markLogEntriesOfThisApp(database, 'key', { oldest: sentAt - hourMs, newest: sentAt })
  const own = database.all<{ at: number }>('select at from log_entry where own_request_id is not null')
  expect(own.map(({ at }) => at)).toEqual([sentAt])
})

test("A reading of other methods does not pair a request with another program's entry of its method", () => {
  const database = openLogDatabase(['key'])
  const path = '/v1/server/plans'
  const sentAt = 10 * hourMs
  const foreignAt = sentAt - minuteMs
  const insertRead = (at: number) =>
    database.run(
      `insert into log_entry (key_id, account_id, at, method, path, status_code) values ('key', 'a', ?, 'GET', ?, 200)`,
      at,
      path,
    )
  database.run(
    `insert into request (key_id, endpoint, attempt, at, method, path, status, duration_ms, service_at, is_in_flight)
     values ('key', 'hosting.plans', 1, ?, 'GET', ?, 200, 0, ?, 0)`,
    sentAt,
    path,
    sentAt,
  )
  const listOwn = () =>
    database.all<{ at: number }>('select at from log_entry where own_request_id is not null').map(({ at }) => at)
  const span = { oldest: foreignAt - hourMs, newest: sentAt + hourMs }
  insertRead(foreignAt)
  markLogEntriesOfThisApp(database, 'key', span, executionLogFilterSchema.parse({ method: 'POST' }))
  expect(listOwn()).toEqual([])
  insertRead(sentAt)
  markLogEntriesOfThisApp(database, 'key', span, executionLogFilterSchema.parse({}))
  expect(listOwn()).toEqual([sentAt])
})

test('The trial of a key that was not stored is not paired with an entry of another key half a minute before', () => {
  const database = openLogDatabase(['key'])
  const triedAt = 10 * hourMs
  const foreignAt = triedAt - minuteMs / 2
  database.run(
    `insert into request (key_id, endpoint, attempt, at, method, path, status, duration_ms, service_at, is_in_flight)
     values (null, 'account.me', 1, ?, 'GET', '/v1/me', 200, 0, ?, 0)`,
    triedAt,
    triedAt,
  )
  const listOwn = (at: number) => {
    database.run(
      `insert into log_entry (key_id, account_id, at, method, path, status_code) values ('key', 'a', ?, 'GET', '/v1/me', 200)`,
      at,
    )
    markLogEntriesOfThisApp(database, 'key', { oldest: foreignAt - hourMs, newest: triedAt + hourMs })
    return database
      .all<{ at: number }>('select at from log_entry where own_request_id is not null')
      .map((row) => row.at)
  }
  expect(listOwn(foreignAt)).toEqual([])
  expect(listOwn(triedAt)).toEqual([triedAt])
})

test('A write without an answer possibly caused the entries of the next five minutes, and a write with an answer did not', () => {
  const sentAt = 10 * hourMs
  const times = [sentAt + minuteMs, sentAt + 6 * minuteMs, sentAt + 12 * minuteMs]
  const listPossiblyOwn = (status: number | null) => {
    const database = openLogDatabase(['key'])
    const path = '/v1/server'
    database.run(
      `insert into request (key_id, endpoint, attempt, at, method, path, status, duration_ms, error_kind, is_in_flight)
       values ('key', 'hosting.order', 1, ?, 'POST', ?, ?, 1000, ?, 0)`,
      sentAt,
      path,
      status,
      status === null ? 'no_answer' : null,
    )
    for (const at of times)
      database.run(
        `insert into log_entry (key_id, account_id, at, method, path, status_code) values ('key', 'a', ?, 'POST', ?, 200)`,
        at,
        path,
      )
    markLogEntriesOfThisApp(database, 'key', { oldest: times[0] ?? 0, newest: times[2] ?? 0 })
    return database
      .all<{ at: number }>('select at from log_entry where is_sender_uncertain = 1 order by at')
      .map(({ at }) => at)
  }
  expect(listPossiblyOwn(null)).toEqual(times.slice(0, 2))
  expect(listPossiblyOwn(422)).toEqual([])
})

test('An entry that a call in flight may have made is of another program if the call gets an answer with another status', () => {
  const sentAt = 10 * hourMs
  const path = '/v1/domain'
  const markAfterAnswer = (status: number) => {
    const database = openLogDatabase(['key'])
    const { lastId: requestId } = database.run(
      `insert into request (key_id, endpoint, attempt, at, method, path, duration_ms, is_in_flight)
       values ('key', 'domain.list', 1, ?, 'GET', ?, 0, 1)`,
      sentAt,
      path,
    )
    storeLogPage(database, { accountId: 'a', keyId: 'key' }, executionLogFilterSchema.parse({}), {
      entries: [{ at: sentAt, method: 'GET', path, statusCode: 200, responseTimeMs: null, ipAddress: null }],
      boundaryEntries: [],
      hasMore: false,
    })
    const mark = () =>
      database.get('select own_request_id as requestId, is_sender_uncertain as isUncertain from log_entry')
    expect(mark()).toEqual({ requestId, isUncertain: 1 })
    const endedAt = sentAt + 1000
    database.run('update request set is_in_flight = 0, status = ?, service_at = ?, duration_ms = 1000', status, endedAt)
    markLogEntryOfEndedRequest(database, { keyId: 'key', requestId, isAnswered: true, sentAt, endedAt })
    return mark()
  }
  expect(markAfterAnswer(200)).toEqual({ requestId: 1, isUncertain: 0 })
  expect(markAfterAnswer(404)).toEqual({ requestId: null, isUncertain: 0 })
})

test('Of two writes that may both be of one call in flight, none is of this app for certain once the call has ended', () => {
  const sentAt = 10 * hourMs
  const path = '/v1/server'
  const entry = (at: number) => ({
    at,
    method: 'POST',
    path,
    statusCode: 200,
    responseTimeMs: null,
    ipAddress: '192.0.2.9',
  })
  const readAfterEnd = (times: readonly number[]) => {
    const database = openLogDatabase(['key'])
    const store = (entries: readonly ReturnType<typeof entry>[]) =>
      storeLogPage(database, { accountId: 'a', keyId: 'key' }, executionLogFilterSchema.parse({}), {
        entries: [...entries],
        boundaryEntries: [],
        hasMore: false,
      })
    const listMarks = () =>
      database.all('select own_request_id as requestId, is_sender_uncertain as isUncertain from log_entry order by at')
    const { lastId: requestId } = database.run(
      `insert into request (key_id, endpoint, attempt, at, method, path, duration_ms, is_in_flight)
       values ('key', 'hosting.order', 1, ?, 'POST', ?, 0, 1)`,
      sentAt,
      path,
    )
    store([entry(sentAt)])
    const endedAt = sentAt + 1000
    database.run('update request set is_in_flight = 0, status = 200, service_at = ?, duration_ms = 1000', endedAt)
    markLogEntryOfEndedRequest(database, { keyId: 'key', requestId, isAnswered: true, sentAt, endedAt })
    const atEnd = listMarks()
    store(times.map(entry).toReversed())
    const afterReadingSoon = listMarks()
    // The service may write an entry late, so only a later entry shows that all were read.
    store([...times, sentAt + 3 * minuteMs].map(entry).toReversed())
    return { atEnd, afterReadingSoon, afterReading: listMarks().slice(0, -1) }
  }
  const [certain, possible] = [
    { requestId: 1, isUncertain: 0 },
    { requestId: 1, isUncertain: 1 },
  ]
  expect(readAfterEnd([sentAt])).toEqual({ atEnd: [possible], afterReadingSoon: [possible], afterReading: [certain] })
  expect(readAfterEnd([sentAt, sentAt + 1000])).toMatchObject({
    atEnd: [possible],
    afterReading: expect.arrayContaining([possible, { requestId: null, isUncertain: 1 }]),
  })
})

test('The address of a read that may be of another program is no address of this app', () => {
  const sentAt = 10 * hourMs
  const path = '/v1/domain'
  const listAddressesOfApp = (addresses: readonly string[]) => {
    const database = openLogDatabase(['key'])
    database.run(
      `insert into request (key_id, endpoint, attempt, at, method, path, status, duration_ms, service_at, is_in_flight)
       values ('key', 'domain.list', 1, ?, 'GET', ?, 200, 0, ?, 0)`,
      sentAt,
      path,
      sentAt,
    )
    for (const address of addresses)
      database.run(
        `insert into log_entry (key_id, account_id, at, method, path, status_code, ip_address)
         values ('key', 'a', ?, 'GET', ?, 200, ?)`,
        sentAt,
        path,
        address,
      )
    markLogEntriesOfThisApp(database, 'key', { oldest: sentAt, newest: sentAt })
    return database
      .all<{ address: string }>('select address from log_address where is_of_app')
      .map(({ address }) => address)
  }
  expect(listAddressesOfApp(['192.0.2.9'])).toEqual(['192.0.2.9'])
  expect(listAddressesOfApp(['192.0.2.9', '192.0.2.9'])).toEqual(['192.0.2.9'])
  expect(listAddressesOfApp(['192.0.2.10', '192.0.2.9'])).toEqual([])
})
