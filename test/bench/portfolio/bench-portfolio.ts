import { setTimeout as sleep } from 'node:timers/promises'
import { launchBanto, type LaunchedApp } from '#test/e2e/support/launch-app.ts'
import { startKeyring, type Keyring } from '#test/start-keyring.ts'
import { measureAppStart } from '#test/bench/bench-app-start.ts'
import { createFigure, createRatioFigure, percentile, type Figure } from '#test/bench/bench-figures.ts'
import { measureDomainPages } from '#test/bench/bench-domain-pages-over-ipc.ts'
import { benchStaleDetailsBySyncOrder } from '#test/bench/bench-stale-details-by-sync-order.ts'
import { fillProfile, type FilledProfile, type ProfileSize } from '#test/bench/fill-profile-with-domains.ts'
import { measureLongestEventLoopBlocksOfSyncs } from '#test/bench/bench-sync-blocking.ts'
import { measureTable } from '#test/bench/table/bench-table.ts'
import { measureSearches, measureSorts, preparePage } from './measure-interaction-times.ts'
import { measureListStoring } from './measure-list-storing.ts'
import { measureArchiveExactness } from './measure-log-archive-exactness.ts'
import { createBlockFigures, measureMainProcessBlocks } from './measure-main-process-blocks.ts'
import { measureHeapMb } from './measure-window-heap.ts'

interface PortfolioBench {
  size: ProfileSize
  /** Number of domains of the account that is synced, and of the list that is stored. */
  listedDomains: number
  /** How long a sync is watched after the list is read. */
  detailsMs: number
  rounds: number
  pages: number
  archiveHistories: number
}

/** 50 accounts × 1,000 domains, 8 records each, 500 servers, 1,000,000 log entries. */
const largePortfolio: PortfolioBench = {
  size: { accounts: 50, domainsOfEach: 1000, recordsOfEach: 8, servers: 500, logEntries: 1_000_000 },
  listedDomains: 50_000,
  detailsMs: 5000,
  rounds: 5,
  pages: 1000,
  archiveHistories: 1000,
}

/** Runs every part in seconds. Its figures mean nothing. */
export const smallPortfolio: PortfolioBench = {
  size: { accounts: 5, domainsOfEach: 20, recordsOfEach: 3, servers: 5, logEntries: 200 },
  listedDomains: 200,
  detailsMs: 0,
  rounds: 1,
  pages: 20,
  archiveHistories: 5,
}

/** What a user types: names, name servers, memos of servers, texts and addresses of records. */
const searchedTexts = ['sakura-cafe', 'hoshi bakery', 'ns1.elsewhere', 'rack', 'v=spf1', '192.0.2.10', '_dmarc.yuki']

export interface PortfolioBenchOptions {
  isSmall?: boolean
  /** A folder that keeps the filled profile for the next run. */
  template?: string | undefined
}

/** Measures what a reseller with a large portfolio notices, each figure beside its goal. */
export async function benchPortfolio({ isSmall = false, template }: PortfolioBenchOptions = {}): Promise<Figure[]> {
  const bench = isSmall ? smallPortfolio : largePortfolio
  const profile = await fillProfile(bench.size, template)
  const keyring = process.platform === 'linux' ? await startKeyring() : null
  if (keyring) Object.assign(process.env, keyring.env)
  try {
    // The second part changes the profile.
    return [
      ...(await measureWindow(bench, profile, keyring)),
      ...(await measureMainProcess(bench, profile)),
      ...(isSmall ? [] : (await benchStaleDetailsBySyncOrder()).filter(({ goal }) => goal !== null)),
    ]
  } finally {
    await keyring?.stop()
    profile.remove()
  }
}

/**
 * The figures that need no window. Forgets domains of the profile. The keyring of the environment keeps a key
 * meanwhile.
 */
export async function measureMainProcess(bench: PortfolioBench, profile: FilledProfile): Promise<Figure[]> {
  const { listedDomains, rounds, detailsMs, archiveHistories } = bench
  return [
    ...(await measureListStoring(listedDomains, rounds)),
    ...createBlockFigures(
      `a sync of ${listedDomains.toLocaleString('en')} domains`,
      await measureLongestEventLoopBlocksOfSyncs(listedDomains, Math.ceil(rounds / 2), detailsMs),
    ),
    ...(await measureMainProcessBlocks(profile, { texts: searchedTexts, rounds })),
    ...(await measureArchiveExactness(archiveHistories)),
  ]
}

async function measureWindow(
  bench: PortfolioBench,
  profile: FilledProfile,
  keyring: Keyring | null,
): Promise<Figure[]> {
  const table = await measureTable(profile, bench.rounds)
  return [
    ...table.filter(({ goal }) => goal !== null),
    ...(await measureInteractions(bench, profile, keyring)),
    ...(await measureHeaps(bench, profile, keyring)),
    ...(await measureAppStart(profile, bench.rounds)).filter(({ goal }) => goal !== null),
  ]
}

async function measureInteractions(
  { pages: pageCount, rounds }: PortfolioBench,
  profile: FilledProfile,
  keyring: Keyring | null,
): Promise<Figure[]> {
  const app = await launch(profile, keyring)
  try {
    await preparePage(app.page)
    // The first search and sort are not counted, because they compile the code.
    await measureSearches(app.page, ['aoba'])
    await measureSorts(app.page, 1)
    const searches = await measureSearches(app.page, searchedTexts)
    const sorts = await measureSorts(app.page, rounds)
    const { pages, calls } = await measureDomainPages(app.page, profile.domains, pageCount)
    const [p95, p99] = [percentile(95), percentile(99)]
    return [
      createFigure('p95 of key press to painted result of a search', [p95(searches)], 'ms', 33),
      createFigure('key press to painted result of a search', searches, 'ms'),
      createFigure('p95 of click to painted rows of a sort by any column', [p95(sorts)], 'ms', 50),
      createFigure('click to painted rows of a sort by any column', sorts, 'ms'),
      createFigure(
        'p99 of a page of 100 rows over IPC, any offset - p99 of an IPC call that reads nothing',
        [p99(pages) - p99(calls)],
        'ms',
        2,
      ),
      createRatioFigure('page of 100 rows / an IPC call that reads nothing', pages, calls),
      createFigure('an IPC call that reads nothing', calls, 'ms'),
    ]
  } finally {
    await app.close()
  }
}

async function measureHeaps(
  { size, rounds }: PortfolioBench,
  profile: FilledProfile,
  keyring: Keyring | null,
): Promise<Figure[]> {
  const few = await fillProfile({ ...size, domainsOfEach: size.domainsOfEach / 100, logEntries: 0 })
  try {
    const differences: number[] = []
    for (let round = 0; round < Math.ceil(rounds / 2); round += 1) {
      const [heapOfFew, heapOfAll] = [await heapOf(few, keyring), await heapOf(profile, keyring)]
      differences.push(heapOfAll - heapOfFew)
    }
    const [from, to] = [few.domains, profile.domains].map((count) => count.toLocaleString('en'))
    return [createFigure(`heap of the window from ${from} to ${to} rows, more`, differences, 'MB', 2)]
  } finally {
    few.remove()
  }
}

async function heapOf(profile: FilledProfile, keyring: Keyring | null): Promise<number> {
  const app = await launch(profile, keyring)
  try {
    return await measureHeapMb(app.page)
  } finally {
    await app.close()
  }
}

/** The app reads and writes other data after its start. */
const startMs = 3000

async function launch({ folder }: FilledProfile, keyring: Keyring | null): Promise<LaunchedApp> {
  const app = await launchBanto({
    profile: folder,
    size: { width: 1280, height: 800 },
    env: { LANGUAGE: 'en', LANG: 'en_US.UTF-8', ...keyring?.env },
  })
  await sleep(startMs)
  return app
}
