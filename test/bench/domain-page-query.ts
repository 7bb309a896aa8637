import { openDatabase } from '#main/store/database.ts'
import { startKeyring } from '#test/start-keyring.ts'
import { launchBanto } from '#test/e2e/support/launch-app.ts'
import { fillProfile } from './filled-profile.ts'
import { createRatioFigure, createFigure, type Figure } from './bench-figures.ts'

const rounds = 200
const pageSize = 100
const sorts = ['name', 'expiry', 'status', 'account', 'readAt'] as const

/** Measures a page of 100 of 50,000 domains over IPC, compared with an IPC call that reads nothing and with a plain SQL query. */
export async function benchDomainPageQuery(): Promise<Figure[]> {
  const profile = await fillProfile()
  const keyring = process.platform === 'linux' ? await startKeyring() : null
  const app = await launchBanto({ profile: profile.folder, env: { ...keyring?.env } })
  try {
    const [pages, calls] = await app.page.evaluate(
      async ({ rounds, pageSize, sorts, domains }) => {
        const { banto } = globalThis as unknown as {
          banto: { call(name: string, input: unknown): Promise<{ ok: boolean; data: { rows: unknown[] } }> }
        }
        const pages: number[] = []
        const calls: number[] = []
        for (let round = 0; round < rounds; round += 1) {
          const input = {
            sort: sorts[round % sorts.length],
            isDescending: round % 2 === 1,
            offset: Math.floor((round / rounds) * (domains - pageSize)),
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
        return [pages, calls] as const
      },
      { rounds, pageSize, sorts: [...sorts], domains: profile.domains },
    )
    const bare = bareQueries(profile.databasePath, profile.domains)
    return [
      createRatioFigure('page of 100 of 50,000 over IPC / an IPC call that reads nothing', pages, calls),
      createRatioFigure('page of 100 of 50,000 over IPC / bare SQL for the same rows', pages, bare),
      createFigure('page of 100 of 50,000 over IPC', pages, 'ms', 16.7),
    ]
  } finally {
    await app.close()
    await keyring?.stop()
    profile.remove()
  }
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
