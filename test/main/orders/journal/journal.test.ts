import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, onTestFinished } from 'vitest'
import { createJournalResolvingMergedAccounts } from '#main/orders/journal/journal-resolving-merged-accounts.ts'
import { openJournal } from '#main/orders/journal/open-journal.ts'
import { createChecksummedIntent, parseJournalLines, formatJournalLine } from '#main/orders/journal/journal-line.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import { openDatabase } from '#main/store/database.ts'
import { orderIntentFilterSchema } from '#shared/ipc/order-intent-schemas.ts'
import { createFaultyJournalFiles } from '#test/campaign/paid-orders/journal/faulty-journal-files.ts'
import {
  makeTemporaryJournalFolder,
  createStateUpdater,
  removeFolder,
  renewal,
} from '#test/main/orders/sample-intents.ts'
import { findScriptUrl } from '#test/find-script-for-process-or-thread.ts'

const clock = { now: () => 1_700_000_000_000 }
const page = { sort: 'createdAt', isDescending: false, offset: 0, limit: 100 } as const

function folderForTest(): string {
  const folder = makeTemporaryJournalFolder()
  onTestFinished(() => removeFolder(folder))
  return folder
}

test('Everything written is there after the journal is opened again, and after either file is lost', async () => {
  const folder = folderForTest()
  const first = openJournal({ folder, clock })
  await first.add([renewal(1), renewal(2), renewal(3)])
  await first.change('intent-2', createStateUpdater('sent'))
  await first.change('intent-2', createStateUpdater('done'))
  await first.close()
  for (const lost of [null, 'orders.db', 'orders.journal']) {
    if (lost) writeFileSync(join(folder, lost), '')
    const journal = openJournal({ folder, clock })
    expect(journal.listOpen().map(({ id }) => id)).toEqual(['intent-1', 'intent-3'])
    expect(journal.get('intent-2')).toMatchObject({ version: 3, state: 'done' })
    expect(journal.health()).toEqual({ state: lost ? 'recovered' : 'good', lost: 0, error: null })
    await journal.close()
  }
})

test('A second open intent for the same target is refused, also while the first is being written', async () => {
  const journal = openJournal({ folder: folderForTest(), clock })
  const first = journal.add([renewal(1)])
  await expect(journal.add([renewal(5), renewal(2, { target: 'name-1.example' })])).rejects.toMatchObject({
    kind: 'open_intent',
    details: { target: 'name-1.example', intentId: 'intent-1' },
  })
  await first
  expect(journal.get('intent-5')).toBeUndefined()
  expect(journal.findOpenFor('http://127.0.0.1:9', 'name-1.example')?.id).toBe('intent-1')
  await journal.add([renewal(3, { target: 'name-1.example', baseUrl: 'http://127.0.0.1:10' })])
  await journal.change('intent-1', createStateUpdater('refused'))
  await journal.add([renewal(2, { target: 'name-1.example' }), renewal(5)])
  expect(journal.findOpenFor('http://127.0.0.1:9', 'name-1.example')?.id).toBe('intent-2')
  await journal.close()
})

test('A second open intent for the same target is refused when the service’s address is spelled differently', async () => {
  const journal = openJournal({ folder: folderForTest(), clock })
  await journal.add([renewal(1, { baseUrl: 'http://127.0.0.1:8080' })])
  for (const baseUrl of ['http://localhost:8080', 'http://[::1]:8080', 'http://LOCALHOST:8080/']) {
    await expect(journal.add([renewal(2, { target: 'name-1.example', baseUrl })])).rejects.toMatchObject({
      kind: 'open_intent',
      details: { intentId: 'intent-1' },
    })
    expect(journal.findOpenFor(baseUrl, 'name-1.example')?.id).toBe('intent-1')
  }
  await journal.add([renewal(3, { target: 'name-1.example', baseUrl: 'http://localhost:8081' })])
  await journal.change('intent-1', createStateUpdater('refused'))
  await journal.add([renewal(2, { target: 'name-1.example', baseUrl: 'http://localhost:8080' })])
  expect(journal.findOpenFor('http://127.0.0.1:8080', 'name-1.example')?.id).toBe('intent-2')
  await journal.close()
})

test('Closing an intent and adding its repeat is one write: both happen or none, at whichever step the disk fails', async () => {
  for (let failing = 1, isOver = false; !isOver; failing += 1) {
    const folder = folderForTest()
    let left = Infinity
    const fs = createFaultyJournalFiles(folder, (moment) => {
      if (moment === 'before' && (left -= 1) === 0)
        throw Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' })
    })
    const journal = openJournal({ folder, clock, fs })
    await journal.add([renewal(1)])
    left = failing
    const repeat = (intent: StoredIntent) =>
      [createStateUpdater('abandoned')(intent), renewal(2, { target: 'name-1.example', repeats: 'intent-1' })] as const
    const outcome = await journal.changeAndAddSuccessor('intent-1', repeat).then(
      () => 'written',
      (error: { kind: string }) => error.kind,
    )
    isOver = left > 0
    left = Infinity
    const expected = outcome === 'written' ? ['intent-2'] : ['intent-1']
    expect(outcome).toBe(isOver || outcome === 'written' ? 'written' : 'disk_full')
    expect(journal.listOpen().map(({ id }) => id)).toEqual(expected)
    expect(journal.findOpenFor('http://127.0.0.1:9', 'name-1.example')?.id).toBe(expected[0])
    await journal.close()
    const again = openJournal({ folder, clock })
    expect(again.listOpen().map(({ id }) => id)).toEqual(expected)
    if (outcome !== 'written') await again.changeAndAddSuccessor('intent-1', repeat)
    expect(again.get('intent-1')?.state).toBe('abandoned')
    expect(again.get('intent-2')?.state).toBe('planned')
    await again.close()
  }
})

test('Closing intents and adding those that replace them is one write: both happen or none, at whichever step the disk fails', async () => {
  const close = createStateUpdater('abandoned')
  const closing = new Map([
    ['intent-1', close],
    ['intent-2', (intent: StoredIntent) => intent],
    ['intent-3', close],
  ])
  const replacing = [renewal(4, { target: 'name-1.example' }), renewal(5, { target: 'name-3.example' })]
  for (let failing = 1, isOver = false; !isOver; failing += 1) {
    const folder = folderForTest()
    let left = Infinity
    const fs = createFaultyJournalFiles(folder, (moment) => {
      if (moment === 'before' && (left -= 1) === 0)
        throw Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' })
    })
    const journal = openJournal({ folder, clock, fs })
    await journal.add([renewal(1), renewal(2), renewal(3)])
    left = failing
    const outcome = await journal.add(replacing, closing).then(
      (closed) => closed.map(({ id }) => id).join(),
      (error: { kind: string }) => error.kind,
    )
    isOver = left > 0
    left = Infinity
    const isWritten = outcome === 'intent-1,intent-3'
    expect(isOver || isWritten ? 'intent-1,intent-3' : 'disk_full').toBe(outcome)
    const expected = isWritten ? ['intent-2', 'intent-4', 'intent-5'] : ['intent-1', 'intent-2', 'intent-3']
    expect(journal.listOpen().map(({ id }) => id)).toEqual(expected)
    for (const [number, id] of [
      [1, isWritten ? 'intent-4' : 'intent-1'],
      [2, 'intent-2'],
      [3, isWritten ? 'intent-5' : 'intent-3'],
    ] as const)
      expect(journal.findOpenFor('http://127.0.0.1:9', `name-${number}.example`)?.id).toBe(id)
    await journal.close()
    const again = openJournal({ folder, clock })
    expect(again.listOpen().map(({ id }) => id)).toEqual(expected)
    if (!isWritten) await again.add(replacing, closing)
    expect(['intent-1', 'intent-3'].map((id) => again.get(id)?.state)).toEqual(['abandoned', 'abandoned'])
    expect(again.listOpen().map(({ id }) => id)).toEqual(['intent-2', 'intent-4', 'intent-5'])
    await again.close()
  }
})

test('An intent that was not closed keeps its target, and nothing is added or closed', async () => {
  const journal = openJournal({ folder: folderForTest(), clock })
  await journal.add([renewal(1), renewal(2)])
  const closing = new Map([
    ['intent-1', createStateUpdater('abandoned')],
    ['intent-2', (intent: StoredIntent) => intent],
  ])
  const replacing = [renewal(4, { target: 'name-1.example' }), renewal(5, { target: 'name-2.example' })]
  await expect(journal.add(replacing, closing)).rejects.toMatchObject({
    kind: 'open_intent',
    details: { intentId: 'intent-2' },
  })
  expect(journal.listOpen().map(({ id }) => id)).toEqual(['intent-1', 'intent-2'])
  await expect(journal.add([renewal(6, { target: 'name-1.example' })])).rejects.toMatchObject({ kind: 'open_intent' })
  await journal.close()
})

test('Changes of one intent run one after another, and the fields of the decision cannot change', async () => {
  const journal = openJournal({ folder: folderForTest(), clock })
  await journal.add([renewal(1)])
  await Promise.all(
    Array.from({ length: 20 }, () =>
      journal.change('intent-1', (intent) => ({ ...intent, nextLookAt: (intent.nextLookAt ?? 0) + 1 })),
    ),
  )
  expect(journal.get('intent-1')).toMatchObject({ version: 21, nextLookAt: 20 })
  for (const other of [{ yen: 1 }, { idempotencyKey: 'another-key' }, { body: '{}' }, { keyId: 'other' }]) {
    await expect(journal.change('intent-1', (intent) => ({ ...intent, ...other }))).rejects.toMatchObject({
      kind: 'bug',
    })
  }
  expect(journal.get('intent-1')).toMatchObject({ version: 21, yen: 1650 })
  await expect(journal.change('nobody', createStateUpdater('sent'))).rejects.toMatchObject({ kind: 'not_found' })
  await journal.close()
})

test('Pages and counts can be filtered by account, state, kind, run, time and target', async () => {
  const journal = openJournal({ folder: folderForTest(), clock })
  const item = (accountId: string, index: number) =>
    ({ kind: 'renew', accountId, name: `name-${index}.example`, years: 1 }) as const
  await journal.add(
    Array.from({ length: 30 }, (_, index) =>
      renewal(index, { item: item(`account-${index % 3}`, index), runId: `run-${index % 2}`, yen: 1000 + (index % 7) }),
    ),
  )
  await journal.change('intent-3', createStateUpdater('sent'))
  await journal.change('intent-6', (intent) => ({ ...createStateUpdater('unsettled')(intent), needsYou: true }))
  const ask = (filter: object, more: Partial<Parameters<typeof journal.page>[1]> = {}) =>
    journal.page(orderIntentFilterSchema.parse(filter), { ...page, ...more })
  expect(ask({}).total).toBe(30)
  expect(ask({ accountIds: ['account-0'] }).rows.map(({ id }) => id)).toEqual(
    [0, 3, 6, 9, 12, 15, 18, 21, 24, 27].map((index) => `intent-${index}`),
  )
  expect(ask({ statuses: ['sent'] }).rows.map(({ id }) => id)).toEqual(['intent-3'])
  expect(ask({ statuses: ['needs_you'] }).rows.map(({ id }) => id)).toEqual(['intent-6'])
  expect(ask({ kinds: ['order'] }).total).toBe(0)
  expect(ask({ runId: 'run-1', text: 'Name-1' }).rows.map(({ id }) => id)).toEqual(
    [1, 11, 13, 15, 17, 19].map((index) => `intent-${index}`),
  )
  expect(ask({ from: 1_700_000_000_028 }).rows.map(({ id }) => id)).toEqual(['intent-28', 'intent-29'])
  expect(ask({}, { sort: 'yen', isDescending: true, offset: 1, limit: 2 }).rows.map(({ id }) => id)).toEqual([
    'intent-20',
    'intent-13',
  ])
  const ofRun: unknown[] = []
  await journal.forEachChunkOfRun('run-0', (part) => ofRun.push(...part))
  expect(ofRun).toHaveLength(15)
  expect(journal.countByStatus({})).toMatchObject({ total: 30 })
  expect(journal.countByStatus({ runId: 'run-1', text: 'Name-1' })).toEqual({
    total: 6,
    byStatus: [{ status: 'planned', count: 6 }],
  })
  expect(journal.countByStatus({ kinds: ['order'] }).total).toBe(0)
  expect(journal.countByStatus({ accountIds: ['account-0'] }).byStatus).toEqual([
    { status: 'needs_you', count: 1 },
    { status: 'planned', count: 8 },
    { status: 'sent', count: 1 },
  ])
  await journal.close()
})

test('Orders are sorted by account label in natural order, and keep that order across pages', async () => {
  const journal = openJournal({ folder: folderForTest(), clock })
  const labels = ['user-10', 'User-2', 'user-1', 'user-2', 'あおば', 'user-10']
  await journal.add(labels.map((accountLabel, index) => renewal(index, { accountLabel })))
  await journal.change('intent-0', createStateUpdater('sent'))
  const ask = (filter: object, more: Partial<Parameters<typeof journal.page>[1]> = {}) => {
    const { rows, total } = journal.page(orderIntentFilterSchema.parse(filter), { ...page, sort: 'account', ...more })
    return { total, ids: rows.map(({ id }) => id) }
  }
  const sorted = [2, 1, 3, 0, 5, 4].map((index) => `intent-${index}`)
  expect(ask({})).toEqual({ total: 6, ids: sorted })
  expect(ask({}, { isDescending: true })).toEqual({ total: 6, ids: sorted.toReversed() })
  expect(ask({}, { offset: 2, limit: 3 })).toEqual({ total: 6, ids: sorted.slice(2, 5) })
  expect(ask({}, { isDescending: true, offset: 1, limit: 2 }).ids).toEqual(sorted.toReversed().slice(1, 3))
  expect(ask({ statuses: ['planned'] })).toEqual({ total: 5, ids: sorted.filter((id) => id !== 'intent-0') })
  expect(ask({}, { offset: 6 })).toEqual({ total: 6, ids: [] })
  await journal.close()
})

test('Orders sorted by account follow the current label, and the stored one if the account was removed', async () => {
  const journal = openJournal({ folder: folderForTest(), clock })
  const orders = [
    ['renamed', 'a'],
    ['kept', 'b'],
    ['removed', 'c'],
    ['renamed', 'z'],
    ['removed', 'x'],
    ['same-label', 'b'],
    ['merged-into-renamed', 'm'],
  ] as const
  await journal.add(
    orders.map(([accountId, accountLabel], index) => {
      const { item, ...rest } = renewal(index)
      return { ...rest, item: { ...item, accountId }, accountLabel }
    }),
  )
  const accountLabels = new Map([
    ['renamed', 'y'],
    ['kept', 'b'],
    ['same-label', 'b'],
  ])
  const resolving = createJournalResolvingMergedAccounts(journal, () => ({
    currentId: (id) => (id === 'merged-into-renamed' ? 'renamed' : id),
    withFormerIds: (id) => (id === 'renamed' ? [id, 'merged-into-renamed'] : [id]),
  }))
  const { rows } = resolving.page(orderIntentFilterSchema.parse({}), { ...page, sort: 'account', accountLabels })
  expect(rows.map(({ id }) => id)).toEqual([1, 5, 2, 4, 0, 3, 6].map((index) => `intent-${index}`))
  await journal.close()
})

test('The journal opens files of the previous version and then refuses to be opened by that version', async () => {
  const folder = folderForTest()
  const former: typeof openDatabase = (path, migrations, options) =>
    openDatabase(path, migrations?.slice(0, -1), options)
  const old = openJournal({ folder, clock, openTable: former })
  await old.add([renewal(1), renewal(2)])
  await old.change('intent-1', createStateUpdater('unsettled'))
  await old.close()
  const path = join(folder, 'orders.journal')
  // The lines as the previous version wrote them, without its unknown fields.
  const lines = [...parseJournalLines(readFileSync(path)).intactById.values()].map(({ id, version, text }) => {
    const {
      knownServers: _,
      sendings: { firstUpAt: __, ...sendings },
      ...rest
    } = JSON.parse(text.toString()) as StoredIntent
    return formatJournalLine(
      createChecksummedIntent(id, version + 1, JSON.stringify({ ...rest, sendings, version: version + 1 })),
      0,
    )
  })
  writeFileSync(path, Buffer.concat(lines))
  const journal = openJournal({ folder, clock })
  expect(
    journal.listOpen().map(({ id, state, knownServers, sendings }) => [id, state, knownServers, sendings.firstUpAt]),
  ).toEqual([
    ['intent-1', 'unsettled', null, null],
    ['intent-2', 'planned', null, null],
  ])
  await journal.change('intent-2', createStateUpdater('sent'))
  await journal.close()
  expect(() => openJournal({ folder, clock, openTable: former })).toThrow(
    expect.objectContaining({ kind: 'database_newer' }),
  )
})

test('A second process on the profile gets `journal_locked` until the first one ends', async () => {
  const folder = folderForTest()
  const journal = openJournal({ folder, clock })
  await journal.add([renewal(1)])
  expect(() => openJournal({ folder, clock })).toThrow(expect.objectContaining({ kind: 'journal_locked' }))
  const other = () =>
    spawnSync(
      process.execPath,
      [fileURLToPath(findScriptUrl('test/main/orders/journal/journal-child-process.ts')), folder, 'open'],
      { encoding: 'utf8' },
    ).stdout.trim()
  expect(other()).toBe('journal_locked')
  await journal.change('intent-1', createStateUpdater('sent'))
  expect(other()).toBe('journal_locked')
  await journal.close()
  expect(other()).toBe('open')
})

test('A wiped secret is in no file', async () => {
  const folder = folderForTest()
  const journal = openJournal({ folder, clock })
  const sealed = `1.orders-1.${'c2VhbGVk'.repeat(800)}`
  const isAnywhere = () =>
    readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes('c2VhbGVkc2VhbGVk'))
  await journal.add([
    renewal(1, { body: null, sealed }),
    ...Array.from({ length: 20 }, (_, index) => renewal(index + 2)),
  ])
  await journal.change('intent-1', createStateUpdater('sent'))
  expect(isAnywhere()).toBe(true)
  await journal.change('intent-1', (intent) => ({ ...createStateUpdater('done')(intent), sealed: null }))
  await expect.poll(isAnywhere).toBe(false)
  expect(journal.get('intent-1')).toMatchObject({ state: 'done', sealed: null, version: 3 })
  await journal.close()
  expect(isAnywhere()).toBe(false)
})

test('Old versions are dropped before they are many times as large as the newest ones', async () => {
  const folder = folderForTest()
  const journal = openJournal({ folder, clock })
  await journal.add([renewal(1)])
  const text = 'x'.repeat(100_000)
  for (let count = 0; count < 100; count += 1)
    await journal.change('intent-1', (intent) => ({
      ...intent,
      error: { kind: 'bug', message: text, details: { count } },
    }))
  await journal.close()
  expect(readFileSync(join(folder, 'orders.journal')).length).toBeLessThan(6_000_000)
  const again = openJournal({ folder, clock })
  expect(again.get('intent-1')).toMatchObject({ version: 101, error: { details: { count: 99 } } })
  await again.close()
})
