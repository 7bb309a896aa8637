import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#main/clock.ts'
import { inventoryListQueries } from '#main/inventory/list-queries.ts'
import { createSameThreadQueryRunner } from '#main/store/query-runner.ts'
import { createInventoryStore } from '#main/inventory/inventory-store.ts'
import { openDatabase, type Database } from '#main/store/database.ts'
import { generateWorld } from '#simulator/worlds/generate-world.ts'

const accounts = 50
const domainsOfEach = 1000

export interface FilledProfile {
  folder: string
  databasePath: string
  domains: number
  remove(): void
}

/** Creates a profile with 50 accounts of 1,000 domains each. */
export async function fillProfile(): Promise<FilledProfile> {
  const folder = mkdtempSync(join(tmpdir(), 'banto-bench-'))
  const databasePath = join(folder, 'banto.db')
  const database = openDatabase(databasePath)
  await fill(database)
  database.close()
  return {
    folder,
    databasePath,
    domains: accounts * domainsOfEach,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function fill(database: Database): Promise<void> {
  const now = Date.now()
  const inventory = createInventoryStore({
    database,
    queries: createSameThreadQueryRunner(database, inventoryListQueries),
    clock: systemClock,
    emit: () => undefined,
  })
  const { users = [] } = generateWorld({ now, users: accounts, domains: domainsOfEach, records: 0 })
  for (const [index, { name, domains = [] }] of users.entries()) {
    const id = `account-${index}`
    database.run(
      'insert into account (id, label, colour, base_url, added_at, is_paused) values (?, ?, ?, ?, ?, 1)',
      id,
      name ?? id,
      'slate',
      'http://127.0.0.1:9/',
      now,
    )
    const items = domains.map(({ domain_name, status, expiry_date }) => ({
      domain_name,
      status: status ?? 'active',
      expiry_date: expiry_date ?? null,
    }))
    await inventory.storeListedDomains(id, items, now, { requestedAt: now, scopes: ['all'] })
  }
}
