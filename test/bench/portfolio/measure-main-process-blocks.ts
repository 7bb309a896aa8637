import { randomUUID } from 'node:crypto'
import { systemClock } from '#main/clock.ts'
import { createInventoryStore } from '#main/inventory/inventory-store.ts'
import { inventoryQueriesForQueryThread } from '#main/inventory/inventory-queries-for-query-thread.ts'
import { bindReadOnlyQueriesToConnection } from '#main/store/bind-read-only-queries.ts'
import { openDatabase } from '#main/store/database.ts'
import { domainFilterSchema, domainSortKeys, attributeFilterStates } from '#shared/ipc/inventory.ts'
import { startMainRig, type MainRig } from '#test/main-process-rig.ts'
import { createFigure, type Figure } from '#test/bench/bench-figures.ts'
import type { FilledProfile } from '#test/bench/fill-profile-with-domains.ts'
import { measureLongestBlockDuring, type LongestBlock } from '#test/bench/measure-longest-event-loop-block.ts'

const longestMs = 16

/**
 * Measures the longest block of the main process during long work on a filled profile. The goal limits the processor
 * time of its thread. Elapsed time would also include delays by other programs. Changes the profile: the domains of two
 * fifths of its accounts are forgotten.
 */
export async function measureMainProcessBlocks(
  profile: FilledProfile,
  { texts, rounds }: { texts: readonly string[]; rounds: number },
): Promise<Figure[]> {
  await markDomainsGone(profile)
  const main = await startMainRig({ profile: profile.folder, service: `Banto bench ${randomUUID()}` })
  try {
    // The caches of a new process are empty, as after the start of the app.
    const works: [name: string, work: () => Promise<unknown>][] = [
      ['searches', () => search(main, texts)],
      ['sorts by every column', () => sort(main)],
      ['filters by lock, privacy and name server', () => filterByFacts(main)],
      ['the overview', () => main.call('inventory.overview', { accountIds: null })],
      ['CSV of all domains', () => exportDomains(main)],
      ['CSV of all log entries', () => exportLogs(main)],
    ]
    const figures: Figure[] = []
    for (const [name, work] of works) {
      const blocks: LongestBlock[] = []
      for (let round = 0; round < rounds; round += 1) blocks.push(await measureLongestBlockDuring(work))
      figures.push(...createBlockFigures(name, blocks))
    }
    let found = { forgetId: 0, rows: 0 }
    const preview = await measureLongestBlockDuring(async () => {
      found = await main.call('inventory.previewForgetGone', { kind: 'domain', names: null })
    })
    const { forgetId, rows } = found
    const forget = await measureLongestBlockDuring(() => main.call('inventory.forgetGone', { forgetId }))
    const count = rows.toLocaleString('en')
    figures.push(...createBlockFigures(`counting what is stored of ${count} gone domains`, [preview]))
    figures.push(...createBlockFigures(`forgetting ${count} gone domains`, [forget]))
    return figures
  } finally {
    await main.close()
  }
}

export function createBlockFigures(name: string, blocks: readonly LongestBlock[]): Figure[] {
  return [
    createFigure(
      `longest block of the main process, ${name}`,
      blocks.map(({ threadMs }) => threadMs),
      'ms',
      longestMs,
    ),
    createFigure(
      `the same, time on the clock, ${name}`,
      blocks.map(({ wallMs }) => wallMs),
      'ms',
    ),
  ]
}

async function search(main: MainRig, texts: readonly string[]): Promise<void> {
  for (const text of texts)
    for (let length = 1; length <= text.length; length += 1)
      await main.call('inventory.search', { text: text.slice(0, length), limit: 40 })
}

async function sort(main: MainRig): Promise<void> {
  for (const key of domainSortKeys)
    for (const isDescending of [false, true]) {
      await main.call('inventory.domains', { sort: key, isDescending, limit: 100 })
      await main.call('inventory.domainCounts', {})
    }
}

async function filterByFacts(main: MainRig): Promise<void> {
  const filters = [
    ...attributeFilterStates.map((lock) => ({ lock })),
    ...attributeFilterStates.map((privacy) => ({ privacy })),
    { nameserver: 'elsewhere' },
    { nameserver: 'ns1' },
  ]
  for (const facts of filters) {
    const filter = domainFilterSchema.parse({ accountIds: null, ...facts })
    await main.call('inventory.domains', { filter, sort: 'name', limit: 100 })
    await main.call('inventory.domainCounts', { filter })
    await main.call('inventory.neverReadCounts', { filter })
  }
}

const exportDomains = (main: MainRig) =>
  main.call('listCsv.exportDomains', { exportId: randomUUID(), labels: {}, sort: 'name' })

const exportLogs = (main: MainRig) => main.call('logs.exportCsv', { exportId: randomUUID(), labels: {} })

/** Marks the domains of two fifths of the accounts as gone, as if lists without them had been read and accepted. */
async function markDomainsGone({ databasePath }: FilledProfile): Promise<void> {
  const database = openDatabase(databasePath)
  const inventory = createInventoryStore({
    database,
    queries: bindReadOnlyQueriesToConnection(database, inventoryQueriesForQueryThread),
    clock: systemClock,
    emit: () => undefined,
  })
  const accounts = database.all<{ id: string }>('select id from account order by rowid')
  const now = Date.now()
  for (const { id } of accounts.slice(0, Math.ceil(accounts.length * 0.4))) {
    await inventory.storeListedDomains(id, [], now, { requestedAt: now, scopes: ['all'] })
    await inventory.acceptShrunkenList(id, 'domain', now)
  }
  database.close()
}
