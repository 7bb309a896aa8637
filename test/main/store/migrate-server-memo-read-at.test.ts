import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#main/store/database.ts'
import { serverMemoReadAtSql } from '#main/store/migrations/0045-server-memo-read-at.ts'
import { migrations } from '#main/store/migrations/index.ts'

test('A profile of an earlier version keeps its memos, and nothing is known of when they were read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'banto-memo-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'banto.db')
  const earlier = openDatabase(path, migrations.slice(0, migrations.indexOf(serverMemoReadAtSql)))
  earlier.run(`insert into account (id, label, colour, base_url, added_at) values ('a', 'A', 'slate', '', 0)`)
  earlier.run(`insert into server (account_id, name, status, memo, read_at) values ('a', 's1', 'active', 'kept', 1)`)
  earlier.close()
  const database = openDatabase(path)
  onTestFinished(() => database.close())
  expect(database.all('select memo, memo_read_at from server')).toMatchObject([{ memo: 'kept', memo_read_at: null }])
})
