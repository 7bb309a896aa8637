import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DomainListItem } from '#shared/api/domain-schemas.ts'
import { systemClock } from '#main/clock.ts'
import { createInventoryStore } from '#main/inventory/inventory-store.ts'
import { inventoryQueriesForQueryThread } from '#main/inventory/inventory-queries-for-query-thread.ts'
import { bindReadOnlyQueriesToConnection } from '#main/store/bind-read-only-queries.ts'
import { openDatabase, type Database } from '#main/store/database.ts'
import { createRatioFigure, type Figure } from '#test/bench/bench-figures.ts'
import { collectGarbage, threadMs } from '#test/bench/measure-thread-time.ts'
import { generateWorld } from '#simulator/worlds/generate-world.ts'

/** Some systems count processor time in steps of 4 ms. Without it, a short run could take no time. */
const timeStepMs = 4

/**
 * Compares storing a list of domains with bare inserts of the same rows into the same tables, in one transaction. The
 * bare inserts take the rows as they are; the app compares, yields to the event loop and marks what is gone.
 */
export async function measureListStoring(domains: number, rounds: number): Promise<Figure[]> {
  const { users = [] } = generateWorld({ now: Date.now(), users: 1, domains, servers: 0, records: 0 })
  const items = (users[0]?.domains ?? []).map(({ domain_name, status, expiry_date }) => ({
    domain_name,
    status: status ?? 'active',
    expiry_date: expiry_date ?? null,
  }))
  const ours: number[] = []
  const bare: number[] = []
  // The first round is not counted, because it compiles the code.
  for (let round = 0; round <= rounds; round += 1) {
    const [oursMs, rows] = await measureStoring(items, storeByApp)
    const [bareMs] = await measureStoring(rows, insertRows)
    if (round === 0) continue
    ours.push(oursMs)
    bare.push(bareMs)
  }
  return [
    createRatioFigure(
      `storing a list of ${domains.toLocaleString('en')} / bare inserts of the same rows`,
      ours,
      bare,
      1.5,
    ),
  ]
}

/** Returns the processor time in ms, and the rows of the tables afterwards. */
async function measureStoring<Item>(
  items: readonly Item[],
  store: (database: Database, items: readonly Item[]) => Promise<void>,
): Promise<[ms: number, rows: StoredRow[]]> {
  const folder = mkdtempSync(join(tmpdir(), 'banto-list-storing-'))
  const database = openDatabase(join(folder, 'banto.db'))
  try {
    database.run(`insert into account (id, label, colour, base_url, added_at) values ('a', 'a', 'blue', '', 0)`)
    collectGarbage()
    const before = threadMs()
    await store(database, items)
    const ms = Math.max(threadMs() - before, timeStepMs)
    return [ms, readRows(database)]
  } finally {
    database.close()
    rmSync(folder, { recursive: true })
  }
}

function storeByApp(database: Database, items: readonly DomainListItem[]): Promise<void> {
  const now = Date.now()
  const inventory = createInventoryStore({
    database,
    queries: bindReadOnlyQueriesToConnection(database, inventoryQueriesForQueryThread),
    clock: systemClock,
    emit: () => undefined,
  })
  return inventory
    .storeListedDomains('a', items, now, { requestedAt: now, scopes: ['all'] })
    .then(() => inventory.flush())
}

interface StoredRow {
  account_id: string
  name: string
  decoded_name: string | null
  status: string
  expiry_date: string | null
  read_at: number
  entry: number
  title: string
  body: string
}

/** In the order of the list, as they came. */
function readRows(database: Database): StoredRow[] {
  return database.all<StoredRow>(
    `select d.account_id, d.name, d.decoded_name, d.status, d.expiry_date, d.read_at, d.entry, e.title, e.body
     from domain d join search_entry e on e.rowid = d.entry order by d.name`,
  )
}

async function insertRows(database: Database, rows: readonly StoredRow[]): Promise<void> {
  database.transaction(() => {
    for (const { account_id, name, decoded_name, status, expiry_date, read_at, entry, title, body } of rows) {
      database.run(
        'insert into domain (account_id, name, decoded_name, status, expiry_date, read_at, entry) values (?, ?, ?, ?, ?, ?, ?)',
        account_id,
        name,
        decoded_name,
        status,
        expiry_date,
        read_at,
        entry,
      )
      database.run(
        `insert into search_entry (rowid, account_id, kind, target, title, body) values (?, ?, 'domain', ?, ?, ?)`,
        entry,
        account_id,
        name,
        title,
        body,
      )
      database.run('insert into search (rowid, title, body) values (?, ?, ?)', entry, title, body)
    }
  })
}
