import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { queryDueDetails } from '#main/inventory/details/query-due-details.ts'
import { openDatabase } from '#main/store/database.ts'
import { searchesOfKeyLogsForWritesSql } from '#main/store/migrations/0042-searches-of-key-logs-for-writes.ts'
import { migrations } from '#main/store/migrations/index.ts'

test('Log entries that an earlier version stored show which details were written, and no key counts as asked for its writes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'banto-writes-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'banto.db')
  const earlier = openDatabase(path, migrations.slice(0, migrations.indexOf(searchesOfKeyLogsForWritesSql)))
  earlier.run(`insert into account (id, label, colour, base_url, added_at) values ('a', 'A', 'slate', '', 0)`)
  earlier.run(`insert into api_key (id, account_id, label, state, added_at) values ('k', 'a', 'K', 'working', 0)`)
  const readAt = Date.UTC(2026, 10, 20)
  for (const name of ['written.example', 'read.example']) {
    earlier.run(`insert into domain (account_id, name, status, read_at) values ('a', ?, 'active', ?)`, name, readAt)
    for (const kind of ['detail', 'zone', 'nameservers', 'whois', 'lock'])
      earlier.run(
        `insert into facet (account_id, thing, name, facet, data, read_at) values ('a', 'domain', ?, ?, '{"status":"active"}', ?)`,
        name,
        kind,
        readAt,
      )
  }
  for (const [method, name] of [
    ['POST', 'written.example'],
    ['GET', 'read.example'],
  ])
    earlier.run(
      `insert into log_entry (key_id, account_id, method, path, status_code, response_time_ms, ip_address, at)
       values ('k', 'a', ?, ?, 200, 20, '192.0.2.1', ?)`,
      method as string,
      `/v1/domain/${name}/dns`,
      readAt + 60_000,
    )
  earlier.close()

  const database = openDatabase(path)
  onTestFinished(() => database.close())
  expect(database.all('select * from key_write_check')).toEqual([])
  expect(database.get<{ n: number }>('select count(*) as n from log_entry')?.n).toBe(2)
  const due = await queryDueDetails(database, 'a', {
    now: readAt + 120_000,
    syncStartedAt: readAt + 120_000,
    mayRead: () => true,
  })
  expect(due).toEqual([
    { resourceKind: 'domain', name: 'written.example', detailKind: 'zone', reason: 'written_by_key' },
  ])
  const plan = database.all<{ detail: string }>(
    `explain query plan select method from log_entry where account_id = 'a' and target = 'domain:written.example' and method <> 'GET'`,
  )
  expect(plan[0]?.detail).toContain('log_entry_write')
})
