import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ChangeLogEntry } from '#shared/ipc/change-log.ts'
import {
  createRecordInput,
  domainWithTwoRecords,
  japaneseDomain,
  startSyncedZonesRig,
  type SyncedZonesRig,
} from './synced-zones-rig.ts'

const list = async ({ rig }: SyncedZonesRig, filter = {}) => (await rig.call('changeLog.list', { filter })).rows
const shown = (entries: readonly ChangeLogEntry[]) =>
  entries.map(({ change, domain, result, error }) => [change.kind, domain, result, error?.kind ?? '-'].join(' '))

test('Each change of a record is in the change log with the values before and after, and the snapshot before it', async () => {
  const history = await startSyncedZonesRig()
  const { rig, accountId, www, apply } = history
  await apply({ kind: 'add', after: createRecordInput() })
  await apply({ kind: 'change', before: www, after: createRecordInput({ host: 'www', content: '192.0.2.99' }) })
  const changed = rig.event('changeLog.changed')
  await apply({ kind: 'delete', before: { ...www, content: '192.0.2.99' } })
  await changed
  const entries = await list(history)
  expect(shown(entries)).toEqual(['delete example.com done -', 'change example.com done -', 'add example.com done -'])
  expect(entries[1]).toMatchObject({
    accountId,
    accountLabel: 'First',
    change: { before: { content: '192.0.2.20' }, after: { content: '192.0.2.99' } },
    jobId: null,
  })
  const snapshot = await rig.call('snapshots.get', { snapshotId: entries[1]?.snapshotId as string })
  expect(snapshot).toMatchObject({
    accountId,
    domain: domainWithTwoRecords,
    reason: 'before_change',
    nameservers: null,
  })
  expect(snapshot.records?.map(({ content }) => content)).toEqual(['192.0.2.10', '192.0.2.20', '192.0.2.30'])
})

test('The snapshot of a change is stored before the change is sent', async () => {
  const history = await startSyncedZonesRig()
  const { rig, accountId, apply } = history
  rig.simulator.faults.add({ match: { method: 'POST' }, fault: { kind: 'hang' } })
  void apply({ kind: 'add', after: createRecordInput() })
  await expect.poll(() => rig.simulator.ledger.requests.filter(({ method }) => method === 'POST').length).toBe(1)
  expect(await rig.call('snapshots.list', { accountId, domain: domainWithTwoRecords })).toMatchObject([
    { recordCount: 2 },
  ])
})

test('A change is in the change log as being sent until it is answered, and its outcome is unknown when Banto ended before', async () => {
  const history = await startSyncedZonesRig()
  const { rig, accountId, apply } = history
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'hang' } })
  void apply({ kind: 'add', after: createRecordInput() }).catch(() => undefined)
  await expect.poll(() => rig.simulator.ledger.requests.filter(({ method }) => method === 'POST').length).toBe(1)
  expect(shown(await list(history))).toEqual(['add example.com sending -'])
  const { unknownChangeAt } = await rig.call('inventory.domain', { accountId, name: domainWithTwoRecords })
  expect(unknownChangeAt.zone).toBeNull()
  await rig.restart()
  expect(shown(await list(history))).toEqual([expect.stringMatching(/^add example\.com unknown /)])
})

test('A change that was sent has one entry, whatever its outcome', async () => {
  const history = await startSyncedZonesRig()
  const { rig, apply } = history
  const changeId = async () => (await list(history))[0]?.id
  let idWhileSending: string | undefined
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'delay', ms: 200 } })
  const applied = apply({ kind: 'add', after: createRecordInput() })
  await expect.poll(async () => (idWhileSending = await changeId())).toBeDefined()
  await applied
  const [entry, ...others] = await list(history)
  expect([entry?.id, entry?.result, others]).toEqual([idWhileSending, 'done', []])
})

test('A refused change is in the log as failed, and a change without an answer or after a 5xx as unknown or as what the zone shows', async () => {
  const history = await startSyncedZonesRig()
  const { rig, apply } = history
  const failNext = (fault: Parameters<typeof rig.simulator.faults.add>[0]['fault']) =>
    rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault })
  failNext({ kind: 'status', status: 400, code: 'INVALID_INPUT' })
  await apply({ kind: 'add', after: createRecordInput({ host: 'refused' }) })
  failNext({ kind: 'reset-after' })
  await apply({ kind: 'add', after: createRecordInput({ host: 'arrived' }) })
  failNext({ kind: 'late', ms: 60_000 })
  await apply({ kind: 'add', after: createRecordInput({ host: 'lost' }) })
  failNext({ kind: 'status', status: 500, when: 'before' })
  await apply({ kind: 'add', after: createRecordInput({ host: 'undone' }) })
  expect(shown(await list(history)).reverse()).toEqual([
    'add example.com failed service',
    'add example.com done -',
    'add example.com unknown unsettled',
    'add example.com unknown unsettled',
  ])
})

test('A change of unknown outcome keeps what the service answered to it', async () => {
  const history = await startSyncedZonesRig()
  const fault = { kind: 'status', status: 502, code: 'BACKEND_ERROR', when: 'before' } as const
  history.rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault })
  await history.apply({ kind: 'add', after: createRecordInput() })
  const [entry] = await list(history)
  expect(entry).toMatchObject({
    result: 'unknown',
    error: {
      kind: 'unsettled',
      status: 502,
      code: 'BACKEND_ERROR',
      serviceMessage: 'A fault of the simulator',
      details: {},
    },
  })
})

test('An error in the change log holds no zone and no ID of a key', async () => {
  const history = await startSyncedZonesRig()
  const { rig, accountId, apply } = history
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'late', ms: 60_000 } })
  await apply({ kind: 'add', after: createRecordInput() })
  await rig.call('accounts.update', { accountId, isReadOnly: true })
  await apply({ kind: 'add', after: createRecordInput({ host: 'other' }) })
  const entries = await list(history)
  expect(shown(entries)).toEqual(['add example.com failed read_only', 'add example.com unknown unsettled'])
  expect(entries.map(({ error }) => error?.details)).toEqual([{}, {}])
})

test('What was not sent, because the zone differs or a rule is broken, is not in the change log', async () => {
  const history = await startSyncedZonesRig()
  const { rig, accountId, www, apply } = history
  await apply({ kind: 'delete', before: { ...www, content: '192.0.2.21' } })
  await apply({ kind: 'add', after: createRecordInput({ content: '999.1.1.1' }) })
  await apply({ kind: 'change', before: www, after: createRecordInput({ host: 'www', content: '192.0.2.20' }) })
  expect(await list(history)).toEqual([])
  expect(await rig.call('snapshots.list', { accountId, domain: domainWithTwoRecords })).toEqual([])
})

test('The change log is filtered by account, text, kind, result and time', async () => {
  const history = await startSyncedZonesRig()
  const { rig, accountId, www, apply } = history
  await apply({ kind: 'add', after: createRecordInput({ content: '192.0.2.77' }) })
  const between = Date.now() + 1
  await expect.poll(() => Date.now()).toBeGreaterThan(between)
  await apply({ kind: 'change', before: www, after: createRecordInput({ host: 'www', content: '192.0.2.99' }) })
  await apply({ kind: 'add', after: createRecordInput() }, japaneseDomain)
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'status', status: 400 } })
  await apply({ kind: 'add', after: createRecordInput({ host: 'refused' }) })
  const counts = await Promise.all(
    [
      { accountIds: [accountId] },
      { accountIds: ['other'] },
      { text: '192.0.2.77' },
      { text: '192.0.2.20 WWW' },
      { text: '日本語' },
      { text: 'first' },
      { text: 'nothing' },
      { text: 'www ttl 3600' },
      { kinds: ['change'] },
      { results: ['failed', 'unknown'] },
      { from: between },
      { until: between },
    ].map(async (filter) => (await list(history, filter)).length),
  )
  expect(counts).toEqual([4, 0, 1, 1, 1, 4, 0, 1, 1, 1, 3, 1])
  const page = await rig.call('changeLog.list', { filter: {}, offset: 1, limit: 2 })
  expect(page).toMatchObject({ total: 4, offset: 1 })
  expect(page.rows).toHaveLength(2)
})

test('The text filter of the change log finds the label with which the entries are shown, also after the account was renamed', async () => {
  const history = await startSyncedZonesRig()
  const { rig, accountId, apply } = history
  await apply({ kind: 'add', after: createRecordInput() })
  await rig.call('accounts.update', { accountId, label: 'Ａｏｂａ' })
  const [entry] = await list(history, { text: 'aoba example.com' })
  expect(entry?.accountLabel).toBe('Ａｏｂａ')
  expect(await list(history, { text: 'aoba elsewhere.example' })).toEqual([])
})

test('The CSV of the change log has a line for each entry that matches, newest first, and no cell that is a formula', async () => {
  const { rig, www, apply } = await startSyncedZonesRig()
  await apply({ kind: 'change', before: www, after: createRecordInput({ host: 'www', content: '192.0.2.99' }) })
  await apply({ kind: 'add', after: createRecordInput({ type: 'TXT', content: '=1+1' }) }, japaneseDomain)
  await apply({
    kind: 'add',
    after: createRecordInput({ type: 'MX', host: '@', content: 'mail.example.com', priority: 10 }),
  })
  const { path } = await rig.call('changeLog.exportCsv', {
    filter: { kinds: ['add', 'change'] },
    labels: { 'heading.at': 'Time', 'kind.add': 'Added', 'result.done': 'Done' },
  })
  expect(path).toMatch(/banto-activity-\d{4}-\d\d-\d\d\.csv$/)
  const [heading, ...lines] = readFileSync(path as string, 'utf8')
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
  expect(heading).toBe('Time,account,domain,decoded,kind,host,type,before,after,result,code,message,job,id')
  expect(lines.map((line) => line.split(',').slice(1, 10).join(','))).toEqual([
    'First,example.com,,Added,example.com,MX,,example.com 3600 MX 10 mail.example.com,Done',
    'First,xn--wgv71a119e.com,日本語.com,Added,shop.xn--wgv71a119e.com,TXT,,shop.xn--wgv71a119e.com 3600 TXT =1+1,Done',
    'First,example.com,,change,www.example.com,A,www.example.com 3600 A 192.0.2.20,www.example.com 3600 A 192.0.2.99,Done',
  ])
})

test('The entries of a merged account are those of the other account, and the entries of a removed account stay', async () => {
  const history = await startSyncedZonesRig()
  const { rig, accountId, apply } = history
  await apply({ kind: 'add', after: createRecordInput() })
  const into = await rig.addAccount('Second', ['second-key-of-the-first'])
  await rig.call('accounts.merge', { accountId: into.id, fromAccountId: accountId })
  const merged = { accountId: into.id, accountLabel: 'Second', snapshotId: expect.any(String) }
  expect(await list(history, { accountIds: [into.id] })).toMatchObject([merged])
  expect(await rig.call('snapshots.list', { accountId: into.id, domain: domainWithTwoRecords })).toMatchObject([
    { accountId: into.id, recordCount: 2 },
  ])
  await rig.call('accounts.remove', { accountId: into.id })
  expect(await list(history)).toMatchObject([{ accountId: into.id, accountLabel: 'First', snapshotId: null }])
})

test('A change of one record returns its entry in the log, from which it is undone', async () => {
  const { rig, accountId, www } = await startSyncedZonesRig()
  const after = createRecordInput({ host: 'www', content: '192.0.2.99' })
  const { changeId } = await rig.call('dns.apply', {
    accountId,
    domain: domainWithTwoRecords,
    change: { kind: 'change', before: www, after },
  })
  await rig.call('plans.create', {
    planId: 'undo',
    domains: [{ accountId, name: domainWithTwoRecords }],
    source: { kind: 'undo_change', entryId: changeId as string },
  })
  const [planned] = (await rig.call('plans.domains', { planId: 'undo' })).rows
  expect(planned?.changes).toEqual([
    { kind: 'change', before: { ...www, ...after }, after: createRecordInput({ host: 'www', content: www.content }) },
  ])
})
