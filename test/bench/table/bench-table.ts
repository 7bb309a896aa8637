import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { systemClock } from '#main/clock.ts'
import { inventoryQueriesForQueryThread } from '#main/inventory/inventory-queries-for-query-thread.ts'
import { bindReadOnlyQueriesToConnection } from '#main/store/bind-read-only-queries.ts'
import { createInventoryStore } from '#main/inventory/inventory-store.ts'
import { openDatabase } from '#main/store/database.ts'
import { domainFilterSchema, type DomainRow } from '#shared/ipc/inventory.ts'
import { launchBanto, type LaunchedApp } from '#test/e2e/support/launch-app.ts'
import { openArea } from '#test/e2e/support/user-steps.ts'
import { startKeyring } from '#test/start-keyring.ts'
import { createFigure, createRatioFigure, type Figure } from '#test/bench/bench-figures.ts'
import { fillProfile, type FilledProfile } from '#test/bench/fill-profile-with-domains.ts'
import { buildTableApp } from './build-table-app.ts'
import {
  measureBlankRows,
  measureFrameMs,
  type ScrolledTable,
  type ScrollSpeed,
} from './measure-scroll-frames-and-blank-rows.ts'

const standardRounds = 5
const blankRounds = 3
const selectedRows = 500
const windowSize = { width: 1280, height: 800 }
const speeds: ScrollSpeed[] = [
  { pxPerFrame: 120, frames: 60 },
  { pxPerFrame: 1000, frames: 60 },
  // The whole list.
  { pxPerFrame: 20_000, frames: 75 },
]
const maxBlankPercent: Record<number, number> = { 120: 0, 1000: 0, 20_000: 5 }
const goals = { 'naive-ui': 0.5, 'ag-grid': 0.4 } as const

/**
 * Scrolls 50,000 domains in Banto's table, in the data table of Naive UI and in AG Grid: same rows, size, checkboxes
 * and badges, 500 rows selected. Banto reads its rows from the database page by page; the others hold all rows in
 * memory.
 */
export async function benchTable(): Promise<Figure[]> {
  const profile = await fillProfile()
  try {
    return await measureTable(profile, standardRounds)
  } finally {
    profile.remove()
  }
}

export async function measureTable(profile: FilledProfile, rounds: number): Promise<Figure[]> {
  const keyring = process.platform === 'linux' ? await startKeyring() : null
  const folder = mkdtempSync(join(tmpdir(), 'banto-tables-'))
  const apps: LaunchedApp[] = []
  const launch = async (options: { profile: string; entry?: string }): Promise<Page> => {
    const app = await launchBanto({ ...options, size: windowSize, env: { ...keyring?.env } })
    apps.push(app)
    return app.page
  }
  try {
    const ours = await openOurs(await launch({ profile: profile.folder }))
    const size = await ours.page
      .locator(ours.scroller)
      .evaluate(({ clientWidth: width, clientHeight: height }) => ({ width, height }))
    const rowsJson = JSON.stringify({ rows: await listRows(profile), ...size, selected: selectedRows })
    const naive = await openOther(
      await launch({
        profile: join(folder, 'naive-profile'),
        entry: await buildTableApp(folder, 'naive-ui', rowsJson),
      }),
      '.v-vl',
      'tr',
    )
    const ag = await openOther(
      await launch({ profile: join(folder, 'ag-profile'), entry: await buildTableApp(folder, 'ag-grid', rowsJson) }),
      '.ag-grid-viewport',
      '[role="row"]',
    )
    return await compare(ours, { 'naive-ui': naive, 'ag-grid': ag }, rounds)
  } finally {
    for (const app of apps) await app.close()
    await keyring?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compare(
  ours: ScrolledTable,
  others: Record<keyof typeof goals, ScrolledTable>,
  rounds: number,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const speed of speeds) {
    const tables = { banto: ours, ...others }
    const times = { banto: [] as number[], 'naive-ui': [] as number[], 'ag-grid': [] as number[] }
    // The first round is not counted, because it compiles the code.
    for (let round = 0; round <= rounds; round += 1)
      for (const name of Object.keys(tables) as (keyof typeof tables)[]) {
        const ms = await measureFrameMs(tables[name], speed)
        if (round > 0) times[name].push(ms)
      }
    const label = `${speed.pxPerFrame.toLocaleString('en')} px a frame`
    for (const name of Object.keys(goals) as (keyof typeof goals)[])
      figures.push(
        createRatioFigure(`main thread per frame / ${name}, ${label}`, times.banto, times[name], goals[name]),
      )
    for (const name of Object.keys(tables) as (keyof typeof tables)[])
      figures.push(createFigure(`main thread per frame, ${name}, ${label}`, times[name], 'ms'))
    for (const name of Object.keys(tables) as (keyof typeof tables)[]) {
      const blank: number[] = []
      for (let round = 0; round < blankRounds; round += 1) blank.push(await measureBlankRows(tables[name], speed))
      const goal = name === 'banto' ? (maxBlankPercent[speed.pxPerFrame] ?? null) : null
      figures.push(createFigure(`blank rows, ${name}, ${label}`, blank, '%', goal))
    }
  }
  return figures
}

async function openOurs(page: Page): Promise<ScrolledTable> {
  await openArea(page, 'domains')
  const table = page.getByTestId('domains-table')
  await table.getByRole('row').nth(5).waitFor()
  await page.getByTestId('select-all-rows').click()
  await page.getByTestId('domains-selected').waitFor()
  return createScrolledTable(page, '[data-test="domains-table"] [role="grid"]', '[role="row"]')
}

async function openOther(page: Page, scroller: string, row: string): Promise<ScrolledTable> {
  await page.locator(scroller).locator(row).nth(5).waitFor()
  return createScrolledTable(page, scroller, row)
}

async function createScrolledTable(page: Page, scroller: string, row: string): Promise<ScrolledTable> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, session, scroller, row }
}

/** All rows in the order of the domain list, with the label of the account. */
async function listRows({ databasePath, domains }: FilledProfile): Promise<(DomainRow & { label: string })[]> {
  const database = openDatabase(databasePath)
  const inventory = createInventoryStore({
    database,
    queries: bindReadOnlyQueriesToConnection(database, inventoryQueriesForQueryThread),
    clock: systemClock,
    emit: () => undefined,
  })
  const labels = new Map(
    database.all<{ id: string; label: string }>('select id, label from account').map(({ id, label }) => [id, label]),
  )
  const filter = domainFilterSchema.parse({ accountIds: null })
  const rows: (DomainRow & { label: string })[] = []
  while (rows.length < domains) {
    const page = await inventory.domains({ filter, sort: 'name', isDescending: false, offset: rows.length, limit: 500 })
    rows.push(...page.rows.map((row) => ({ ...row, label: labels.get(row.accountId) ?? '' })))
  }
  database.close()
  return rows
}
