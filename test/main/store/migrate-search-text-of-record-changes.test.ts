import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#main/store/database.ts'
import { migrations } from '#main/store/migrations/index.ts'
import { searchTextOfRecordChangesSql } from '#main/store/migrations/0057-search-text-of-record-changes.ts'
import { listDetectedChanges } from '#test/main/detected-changes/detected-changes-rig.ts'
import { temporaryFolder } from '#test/temporary-database.ts'

test('Record changes that an earlier version stored are found by their hosts as shown and by their TTLs', () => {
  const path = join(temporaryFolder(), 'banto.db')
  const earlier = openDatabase(path, migrations.slice(0, migrations.indexOf(searchTextOfRecordChangesSql)))
  const record = { id: 1, host: '@', ttl: 600, type: 'MX', priority: 77, content: 'mail.example' }
  const changes = [
    { field: 'record', before: record, after: { ...record, ttl: 120 } },
    { field: 'record', before: null, after: { ...record, host: 'www' } },
    { field: 'status', before: 'active', after: 'expired' },
  ]
  for (const change of changes)
    earlier.run(
      `insert into seen_change (account_id, account_label, kind, name, field, change, search_text, previous_read_at, seen_at)
       values ('a', 'First', 'domain', 'one.example', ?, ?, 'one.example', 1, 2)`,
      change.field,
      JSON.stringify(change),
    )
  earlier.run(
    `insert into change_log (id, at, account_id, account_label, domain, kind, search_text, change, result)
     values ('e', 1, 'a', 'First', 'one.example', 'delete', 'one.example', ?, 'done')`,
    JSON.stringify({ kind: 'delete', before: record }),
  )
  earlier.close()
  const database = openDatabase(path)
  onTestFinished(() => database.close())
  const count = (text: string) => listDetectedChanges(database, { text }).length
  expect([count('@ ttl 120'), count('@'), count('www 77'), count('one.example')]).toEqual([1, 1, 1, 3])
  expect(database.get('select 1 from change_log where instr(search_text, ?) > 0', '@ ttl 600 77')).toBeDefined()
})
