import { expect, test } from 'vitest'
import { maxServerUsageReadings } from '#shared/ipc/inventory.ts'
import { deleteInventoryOfAccount } from '#main/inventory/delete-or-reassign-inventory.ts'
import { reassignServerUsageReadings } from '#main/inventory/servers/server-usage-reading-store.ts'
import { openDatabase } from '#main/store/database.ts'
import { migrations } from '#main/store/migrations/index.ts'
import { addAccount, completeListSource, openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const server = 'one.simulator.example'
const dayMs = 86_400_000
/** Noon in Japan. */
const noon = Date.parse('2026-11-20T12:00:00+09:00')
const usageOf = (used: number) => ({ disk: { used } })

async function openInventory(accountIds: string[] = ['a']) {
  const opened = openTemporaryInventory(accountIds)
  for (const id of accountIds)
    await opened.inventory.storeListedServers(id, [{ servername: server, status: 'active' }], 1, completeListSource)
  const read = (used: number, at: number, accountId = 'a') =>
    opened.inventory.saveDetail(accountId, 'server', server, 'usage', usageOf(used), at)
  const history = (accountId = 'a') =>
    opened.inventory.usageReadings(accountId, server).map(({ readAt, usage }) => [readAt, usage])
  return { ...opened, read, history }
}

test('The last reading of the usage on each day in Japan is kept with its time, oldest first', async () => {
  const { read, history } = await openInventory()
  read(1, noon)
  read(2, noon + 1000)
  read(3, Date.parse('2026-11-20T23:59:59+09:00'))
  read(4, Date.parse('2026-11-21T00:00:00+09:00'))
  expect(history()).toEqual([
    [Date.parse('2026-11-20T23:59:59+09:00'), usageOf(3)],
    [Date.parse('2026-11-21T00:00:00+09:00'), usageOf(4)],
  ])
})

test('A reading that arrives after a later one of the same day does not replace it', async () => {
  const { read, history } = await openInventory()
  read(2, noon + 1000)
  read(1, noon)
  expect(history()).toEqual([[noon + 1000, usageOf(2)]])
})

test('Only the newest days are kept, counted by the readings and not by the clock', async () => {
  const { read, history } = await openInventory()
  for (let day = 0; day < maxServerUsageReadings; day += 1) read(day, noon + day * dayMs)
  read(-1, noon + 5000 * dayMs)
  expect(history()).toHaveLength(maxServerUsageReadings)
  expect(history()[0]).toEqual([noon + dayMs, usageOf(1)])
})

test('Other details, failed readings and servers that are not in the list leave no reading of the usage', async () => {
  const { inventory, history } = await openInventory()
  inventory.saveDetail('a', 'server', server, 'info', { ip_address: '192.0.2.1' }, noon)
  inventory.saveDetailError('a', 'server', server, 'usage', new Error('No answer'), noon)
  inventory.saveDetail('a', 'server', 'two.simulator.example', 'usage', usageOf(1), noon)
  expect(history()).toEqual([])
  expect(inventory.usageReadings('a', 'two.simulator.example')).toEqual([])
})

test('An answer that is far longer than a usage is shown, but is not kept for each day', async () => {
  const { inventory, history } = await openInventory()
  const long = { text: 'a'.repeat(10_000) }
  inventory.saveDetail('a', 'server', server, 'usage', long, noon)
  expect(inventory.server('a', server).usage.data).toEqual(long)
  expect(history()).toEqual([])
})

test('A merge keeps the readings of both accounts, and the later one of each day', async () => {
  const { database, read, history } = await openInventory(['a', 'b'])
  for (let day = 0; day < 300; day += 1) read(day, noon - (day + 2) * dayMs, 'b')
  read(1000, noon, 'a')
  read(1001, noon + 1000, 'b')
  read(1002, noon + dayMs, 'b')
  read(1003, noon + dayMs + 1000, 'a')
  await reassignServerUsageReadings(database, 'b', 'a')
  expect(history('b')).toEqual([])
  expect(history('a')).toHaveLength(302)
  expect(history('a').slice(-2)).toEqual([
    [noon + 1000, usageOf(1001)],
    [noon + dayMs + 1000, usageOf(1003)],
  ])
})

test('The readings of a removed account are deleted', async () => {
  const { database, read, history } = await openInventory(['a', 'b'])
  read(1, noon, 'a')
  read(2, noon, 'b')
  await deleteInventoryOfAccount(database, 'a')
  expect(history('a')).toEqual([])
  expect(history('b')).toHaveLength(1)
})

test('The usage that an earlier version had read is the first reading of the history', () => {
  const folder = mkdtempSync(join(tmpdir(), 'banto-usage-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'banto.db')
  const earlier = openDatabase(path, migrations.slice(0, 26))
  addAccount(earlier, 'a')
  const insert = `insert into facet (account_id, thing, name, facet, data, read_at) values ('a', 'server', ?, 'usage', ?, ?)`
  earlier.run(insert, 'late', JSON.stringify(usageOf(1)), Date.parse('2026-11-20T23:30:00+09:00'))
  earlier.run(insert, 'failed', null, null)
  earlier.run(insert, 'wrong time', '{}', Number.MAX_SAFE_INTEGER)
  earlier.close()
  const database = openDatabase(path)
  onTestFinished(() => database.close())
  expect(database.all('select server, day, data from usage_reading')).toEqual([
    { server: 'late', day: '2026-11-20', data: JSON.stringify(usageOf(1)) },
  ])
})
