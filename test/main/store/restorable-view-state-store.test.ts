import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { attributeFiltersSchema } from '#shared/ipc/inventory.ts'
import type { RestorableViewState } from '#shared/ipc/restorable-view-state.ts'
import { openDatabase, type Database } from '#main/store/database.ts'
import { storeSetting } from '#main/store/settings-store.ts'
import { createRestorableViewStateStore } from '#main/store/restorable-view-state-store.ts'

let dir: string
let database: Database
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'view-state-test-'))
  database = openDatabase(join(dir, 'banto.sqlite'))
})
afterEach(() => {
  database.close()
  rmSync(dir, { recursive: true, force: true })
})

const list = {
  text: 'shop',
  statuses: ['active'],
  expiry: '30',
  tags: ['Client'],
  isDescending: true,
  thenBy: [],
} as const
const shown: RestorableViewState = {
  path: '/domains',
  selectedAccountIds: ['account-1'],
  sidebar: { foldedFolders: ['Shops'] },
  domains: {
    ...list,
    statuses: [...list.statuses],
    tags: [...list.tags],
    sort: 'expiry',
    thenBy: [{ key: 'name', isDescending: true }],
    facts: attributeFiltersSchema.parse({ tlds: ['com'], privacy: 'off' }),
  },
  servers: { ...list, statuses: [], tags: [], sort: 'plan', thenBy: [], facts: attributeFiltersSchema.parse({}) },
  orders: { text: '', statuses: ['done'], kinds: ['renew'], sort: 'yen', isDescending: false },
  tables: {
    domains: { order: ['status', 'name'], hidden: ['records'], shown: [], widths: { name: 320 } },
    servers: { order: [], hidden: [], shown: [], widths: {} },
    density: 'compact',
  },
  activity: { text: '', kinds: ['console'], results: ['unknown'] },
  seenChanges: { text: 'www', fields: ['record'] },
  logs: {
    tab: 'requests',
    keyIds: [],
    text: 'dns',
    span: 'week',
    statusClass: 'error',
    statusCode: null,
    method: 'GET',
    showsOwnReads: true,
    onlyUnknownAddresses: false,
    onlyFailed: true,
  },
}

test('Nothing is restored until the window saves what it shows; then the next start gets it', () => {
  expect(createRestorableViewStateStore(database).get()).toEqual({})
  createRestorableViewStateStore(database).save(shown)
  expect(createRestorableViewStateStore(database).get()).toEqual(shown)
})

test.each([
  ['not JSON', {}],
  ['null', {}],
  ['[]', {}],
  ['"text"', {}],
  ['{"path":"https://other.example","selectedAccountIds":null}', { selectedAccountIds: null }],
  ['{"path":"/logs","activity":{"text":"","kinds":["an unknown kind"],"results":[]}}', { path: '/logs' }],
])('A part of the stored view state that cannot be read is left out, and the others are kept: %s', (stored, read) => {
  storeSetting(database, 'view_state', stored)
  expect(createRestorableViewStateStore(database).get()).toEqual(read)
})
