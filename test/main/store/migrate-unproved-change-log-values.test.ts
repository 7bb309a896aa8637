import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#main/store/database.ts'
import { migrations } from '#main/store/migrations/index.ts'
import { temporaryFolder } from '#test/temporary-database.ts'

test('Values that an earlier version logged as made without proof are logged as not proved', () => {
  const path = join(temporaryFolder(), 'banto.db')
  const earlier = openDatabase(path, migrations.slice(0, 33))
  const add = (id: string, operation: string, after: string, { result = 'done', error = null as string | null } = {}) =>
    earlier.run(
      `insert into change_log (id, at, account_id, account_label, domain, kind, search_text, change, result, error)
       values (?, 1, 'a', 'A', 'web01', 'server', '', ?, ?, ?)`,
      id,
      JSON.stringify({ kind: 'server', operation, subject: 'example.com', before: null, after }),
      result,
      error,
    )
  add('answered', 'addDomain', 'SSL, HTTPS')
  add('lost', 'addDomain', 'SSL, HTTPS', { error: '{}' })
  add('named', 'addDomain', 'SSL: enabled, HTTPS')
  add('failed', 'addDomain', 'SSL', { result: 'failed', error: '{}' })
  add('site', 'installWordpress', 'Title', { error: '{}' })
  add('key', 'addSshKey', 'ssh-ed25519 AAAA')
  earlier.close()
  const database = openDatabase(path)
  onTestFinished(() => database.close())
  const values = database.all<{ id: string; after: string | null; unproved: string | null }>(
    `select id, json_extract(change, '$.after') as after, json_extract(change, '$.unproved') as unproved from change_log`,
  )
  expect(values.map(({ id, after, unproved }) => [id, after, unproved])).toEqual([
    ['answered', 'HTTPS', 'SSL'],
    ['lost', null, 'SSL, HTTPS'],
    ['named', 'SSL: enabled, HTTPS', null],
    ['failed', 'SSL', null],
    ['site', null, 'Title'],
    ['key', 'ssh-ed25519 AAAA', null],
  ])
})
