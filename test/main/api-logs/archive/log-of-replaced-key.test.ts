import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import { queryKeyLogCoverage } from '#main/api-logs/archive/query-time-spans-of-stored-key-log.ts'
import { addCompleteLogSpan } from '#main/api-logs/log-archive-state-store.ts'
import { separateLogOfReplacedSecret } from '#main/api-logs/separate-logs-of-replaced-secrets.ts'
import { openLogDatabase } from '#test/main/api-logs/open-database-with-account-and-keys.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'

const oldToken = 'the-key-of-today'
const newToken = 'the-key-of-tomorrow'
const replacedDomain = 'by-the-old-key.example'

/** The entries of the keys alternate, and one call was made at the same time with both keys. */
function createLogs(now: number) {
  const shared = { method: 'POST', path: '/v1/domain/by-both-keys.example/dns', status_code: 200 }
  const created_at = formatJapanTime(now - dayMs - 90_000)
  const ofBoth = [0, 1].map((key) => ({ ...shared, key, created_at }))
  const alternating = Array.from({ length: 40 }, (_, index) => ({
    key: index % 2 === 0 ? 1 : 0,
    method: 'POST',
    path: index % 2 === 0 ? '/v1/domain/by-the-new-key.example/dns' : `/v1/domain/${replacedDomain}/dns`,
    status_code: 200,
    created_at: formatJapanTime(now - dayMs - index * minuteMs),
  }))
  return [...ofBoth, ...alternating]
}

async function startRigWithReadLog() {
  const rig = await startSimulatorRig({
    world: {
      users: [{ name: 'first', keys: [{ token: oldToken }, { token: newToken }], logs: createLogs(Date.now()) }],
    },
  })
  onTestFinished(() => rig.close())
  const { id: accountId, keys } = await rig.addAccount('First', [oldToken])
  const keyId = keys[0]?.id ?? ''
  await rig.call('logs.refreshArchive', { accountIds: [accountId] })
  async function replaceKey(token: string): Promise<void> {
    const { pendingKeyId } = await rig.call('accounts.tryKey', { baseUrl: rig.simulator.url, secret: token, accountId })
    await rig.call('accounts.replaceKey', { accountId, keyId, pendingKeyId })
  }
  const coverage = async () => (await rig.call('logs.archive', { accountIds: null }))[0]
  async function countEntries(name: string): Promise<number> {
    const filter = { target: { kind: 'domain', name } } as const
    for (;;) {
      const { entries, isComplete } = await rig.call('logs.page', { filter, limit: 1 })
      if (isComplete) return entries
      await setImmediate()
    }
  }
  return { rig, accountId, keyId, replaceKey, coverage, countEntries }
}

test('The stored entries of a replaced key stay when the log of the new key is read', async () => {
  const { rig, accountId, replaceKey, countEntries } = await startRigWithReadLog()
  const ofOld = await countEntries(replacedDomain)
  expect(ofOld).toBe(20)
  await replaceKey(newToken)
  await rig.call('logs.refreshArchive', { accountIds: [accountId] })
  await rig.call('logs.fetch', { filter: { accountIds: null, method: 'POST' }, limit: 500 })
  expect(await countEntries(replacedDomain)).toBe(20)
  expect(await countEntries('by-the-new-key.example')).toBe(20)
  expect(await countEntries('by-both-keys.example')).toBe(2)
})

test('The entries of a key that is put back are stored once', async () => {
  const { rig, accountId, replaceKey, countEntries } = await startRigWithReadLog()
  await replaceKey(newToken)
  await rig.call('logs.refreshArchive', { accountIds: [accountId] })
  await replaceKey(oldToken)
  await rig.call('logs.refreshArchive', { accountIds: [accountId] })
  expect(await countEntries(replacedDomain)).toBe(20)
  expect(await countEntries('by-the-new-key.example')).toBe(20)
  expect(await countEntries('by-both-keys.example')).toBe(2)
})

test('A replaced key counts as not read until the log of the new key is read', async () => {
  const { rig, accountId, replaceKey, coverage } = await startRigWithReadLog()
  await replaceKey(newToken)
  expect(await coverage()).toMatchObject({ completeFrom: null, completeTo: null, readAt: null })
  expect(await rig.call('logs.lastCompleteReadsOfPostEntries', null)).toEqual([])
  await rig.call('logs.refreshArchive', { accountIds: [accountId] })
  expect(await coverage()).toMatchObject({ completeFrom: expect.any(Number), gaps: [] })
  expect(await rig.call('logs.lastCompleteReadsOfPostEntries', null)).toHaveLength(1)
})

test('A page of the log of the old key that arrives after the replacement is not stored as a page of the new key', async () => {
  const { rig, accountId, replaceKey, coverage } = await startRigWithReadLog()
  const countLogCalls = () => rig.simulator.ledger.requests.filter(({ path }) => path === '/v1/logs').length
  const before = countLogCalls()
  rig.simulator.faults.add({ match: { path: '^/v1/logs$' }, times: 1, fault: { kind: 'delay', ms: 1_000 } })
  const reading = rig.call('logs.refreshArchive', { accountIds: [accountId] })
  await expect.poll(countLogCalls).toBe(before + 1)
  await replaceKey(newToken)
  await reading
  expect(await coverage()).toMatchObject({ completeFrom: null, readAt: null })
})

test('The log of a replaced key is complete where the logs of all its secrets were read, and lost between the last reading and the replacement', () => {
  const database = openLogDatabase(['k1'])
  const key = { accountId: 'a', keyId: 'k1' }
  const at = (days: number) => 1_800_000_000_000 + days * dayMs
  const coverage = (days: number) => {
    const { completeFrom, completeTo, gaps } = queryKeyLogCoverage(database, key, at(days))
    return { completeFrom, completeTo, gaps }
  }
  addCompleteLogSpan(database, key.keyId, { from: at(-200), to: at(0) })
  separateLogOfReplacedSecret(database, key.keyId, at(1) - 1_000)
  addCompleteLogSpan(database, key.keyId, { from: at(-88), to: at(2) })
  expect(coverage(2)).toEqual({
    completeFrom: at(-88),
    completeTo: at(2),
    gaps: [{ from: at(0), to: at(1), isLost: true }],
  })
  separateLogOfReplacedSecret(database, key.keyId, at(3) - 1_000)
  addCompleteLogSpan(database, key.keyId, { from: at(-50), to: at(0.5) })
  addCompleteLogSpan(database, key.keyId, { from: at(1.5), to: at(4) })
  expect(coverage(4)).toEqual({
    completeFrom: at(-50),
    completeTo: at(4),
    gaps: [
      { from: at(0), to: at(0.5), isLost: true },
      { from: at(2), to: at(3), isLost: true },
      { from: at(-86) + 1_000, to: at(-50), isLost: false },
      { from: at(0.5), to: at(1.5), isLost: false },
    ],
  })
})
