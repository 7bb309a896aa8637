import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#main/store/database.ts'
import { migrations } from '#main/store/migrations/index.ts'
import { temporaryFolder } from '#test/temporary-database.ts'

test('Server changes that an earlier version logged are found by what they concern, and other changes are as before', () => {
  const path = join(temporaryFolder(), 'banto.db')
  const earlier = openDatabase(path, migrations.slice(0, 55))
  const add = (id: string, kind: string, change: string) =>
    earlier.run(
      `insert into change_log (id, at, account_id, account_label, domain, kind, search_text, change, result)
       values (?, 1, 'a', 'A', 'web01', ?, 'web01', ?, 'done')`,
      id,
      kind,
      change,
    )
  add('domain', 'server', JSON.stringify({ kind: 'server', subject: 'Blog.example.com' }))
  add('memo', 'server', JSON.stringify({ kind: 'server', subject: null }))
  add('damaged', 'server', '{')
  add('console', 'console', JSON.stringify({ kind: 'console', subject: 'x' }))
  earlier.close()
  const database = openDatabase(path)
  onTestFinished(() => database.close())
  expect(database.all(`select id, search_text as text from change_log order by id`)).toEqual([
    { id: 'console', text: 'web01' },
    { id: 'damaged', text: 'web01' },
    { id: 'domain', text: 'web01\nblog.example.com' },
    { id: 'memo', text: 'web01' },
  ])
})
