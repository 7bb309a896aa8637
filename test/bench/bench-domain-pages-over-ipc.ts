import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { domainSortKeys } from '#shared/ipc/inventory.ts'
import { openDatabase } from '#main/store/database.ts'
import { startKeyring } from '#test/start-keyring.ts'
import { launchBanto } from '#test/e2e/support/launch-app.ts'
import { fillProfile } from './fill-profile-with-domains.ts'
import { createRatioFigure, createFigure, percentile, type Figure } from './bench-figures.ts'

const rounds = 1000
/** The app reads and writes other data after its start. */
const startMs = 3000
const pageSize = 100

/**
 * Measures a page of 100 of 50,000 domains over IPC, compared with an IPC call that reads nothing and with a plain SQL
 * query. The first page of a list, which orders all rows, is measured apart from the pages at any offset of that list.
 */
export async function benchDomainPagesOverIpc(): Promise<Figure[]> {
  const profile = await fillProfile()
  const keyring = process.platform === 'linux' ? await startKeyring() : null
  const app = await launchBanto({ profile: profile.folder, env: { ...keyring?.env } })
  try {
    await sleep(startMs)
    const { firstPages, pages, calls } = await measureDomainPages(app.page, profile.domains, rounds)
    const bare = bareQueries(profile.databasePath, profile.domains)
    const p99 = percentile(99)
    return [
      createRatioFigure('page of 100 of 50,000 over IPC / an IPC call that reads nothing', pages, calls),
      createRatioFigure('page of 100 of 50,000 over IPC / bare SQL for the same rows', pages, bare),
      createFigure('page of 100 of 50,000 over IPC', pages, 'ms', 16.7),
      createFigure('p99 of pages - p99 of calls that read nothing', [p99(pages) - p99(calls)], 'ms', 2),
      createFigure('first page of a list of 50,000, by order', firstPages, 'ms'),
    ]
  } finally {
    await app.close()
    await keyring?.stop()
    profile.remove()
  }
}

/**
 * Reads pages of 100 rows at any offset of all domains, ordered by each column, and after each page calls a command
 * that reads nothing. Returns the times in ms. `firstPages`: the pages that ordered the list.
 */
export function measureDomainPages(
  page: Page,
  domains: number,
  rounds: number,
): Promise<{ firstPages: number[]; pages: number[]; calls: number[] }> {
  return page.evaluate(
    async ({ rounds, pageSize, sorts, domains }) => {
      const { banto } = globalThis as unknown as {
        banto: {
          call(name: string, input: unknown): Promise<{ ok: boolean; data: { rows: unknown[]; listId: number } }>
        }
      }
      const pages: number[] = []
      const calls: number[] = []
      const firstPages: number[] = []
      const listIds: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        // One order after the other, as a person looks at them.
        const orderNumber = Math.floor((round / rounds) * 2 * sorts.length)
        const order = { sort: sorts[orderNumber >> 1], isDescending: orderNumber % 2 === 1 }
        if (listIds[orderNumber] === undefined) {
          const before = performance.now()
          listIds[orderNumber] = (await banto.call('inventory.domains', { ...order, limit: pageSize })).data.listId
          firstPages.push(performance.now() - before)
        }
        const input = {
          ...order,
          listId: listIds[orderNumber],
          offset: Math.floor(((round * 37) % rounds) * ((domains - pageSize) / rounds)),
          limit: pageSize,
        }
        const before = performance.now()
        const page = await banto.call('inventory.domains', input)
        const between = performance.now()
        if (!page.ok || page.data.rows.length !== pageSize)
          throw new Error(`no page: ${JSON.stringify(page).slice(0, 300)}`)
        await banto.call('app.state', null)
        pages.push(between - before)
        calls.push(performance.now() - between)
      }
      return { firstPages, pages, calls }
    },
    { rounds, pageSize: Math.min(pageSize, domains), sorts: [...domainSortKeys], domains },
  )
}

function bareQueries(path: string, domains: number): number[] {
  const database = openDatabase(path)
  const times = Array.from({ length: rounds }, (_, round) => {
    const before = performance.now()
    database.all(
      'select * from domain order by name, account_id limit ? offset ?',
      pageSize,
      Math.floor((round / rounds) * (domains - pageSize)),
    )
    return performance.now() - before
  })
  database.close()
  return times
}
