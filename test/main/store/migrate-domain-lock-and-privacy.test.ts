import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#main/store/database.ts'
import { domainLockAndPrivacySql } from '#main/store/migrations/0044-domain-lock-and-privacy.ts'
import { migrations } from '#main/store/migrations/index.ts'

test('Locks and Whois privacy that an earlier version stored are known after its profile is opened', () => {
  const folder = mkdtempSync(join(tmpdir(), 'banto-flags-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'banto.db')
  const earlier = openDatabase(path, migrations.slice(0, migrations.indexOf(domainLockAndPrivacySql)))
  earlier.run(`insert into account (id, label, colour, base_url, added_at) values ('a', 'A', 'slate', '', 0)`)
  const stored = {
    'locked.example': ['{"locked":true}', '{"whois_privacy":false}'],
    'open.example': ['{"locked":false}', null],
    'odd.example': ['{"locked":"yes"}', '{'],
    'unread.example': [null, null],
  }
  for (const [name, details] of Object.entries(stored)) {
    earlier.run(`insert into domain (account_id, name, status, read_at) values ('a', ?, 'active', 1)`, name)
    for (const [index, data] of details.entries())
      earlier.run(
        `insert into facet (account_id, thing, name, facet, data, read_at) values ('a', 'domain', ?, ?, ?, 1)`,
        name,
        index === 0 ? 'lock' : 'whois',
        data,
      )
  }
  earlier.close()
  const database = openDatabase(path)
  onTestFinished(() => database.close())
  expect(database.all('select name, is_locked, has_whois_privacy from domain order by name')).toMatchObject([
    { name: 'locked.example', is_locked: 1, has_whois_privacy: 0 },
    { name: 'odd.example', is_locked: null, has_whois_privacy: null },
    { name: 'open.example', is_locked: 0, has_whois_privacy: null },
    { name: 'unread.example', is_locked: null, has_whois_privacy: null },
  ])
})
