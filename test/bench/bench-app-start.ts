import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startKeyring } from '#test/start-keyring.ts'
import type { Page } from '@playwright/test'
import { launchBanto } from '#test/e2e/support/launch-app.ts'
import { openArea } from '#test/e2e/support/user-steps.ts'
import { fillProfile, type FilledProfile } from './fill-profile-with-domains.ts'
import { createFigure, createRatioFigure, type Figure } from './bench-figures.ts'

const standardRounds = 7

const emptyMain = `
import { app, BrowserWindow, protocol } from 'electron'
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }])
app.whenReady().then(() => {
  protocol.handle('app', () => new Response('<!doctype html><title>Empty</title><p id="there">There', { headers: { 'content-type': 'text/html' } }))
  new BrowserWindow({ webPreferences: { sandbox: true } }).loadURL('app://bundle/index.html')
})
app.on('window-all-closed', () => app.quit())
`

/** The user's way to the rows: the window opens on the overview, and one click opens the domains. */
async function showsRows(page: Page): Promise<void> {
  await openArea(page, 'domains')
  await page.locator('[data-test="domains-table"] [role="row"][aria-rowindex="2"] [role="gridcell"]').first().waitFor()
}

/**
 * Measures the time from the start of the process to the first cached rows of 50,000 domains, compared with an app that
 * shows an empty window.
 */
export async function benchAppStart(): Promise<Figure[]> {
  const profile = await fillProfile()
  try {
    return await measureAppStart(profile, standardRounds)
  } finally {
    profile.remove()
  }
}

export async function measureAppStart(profile: FilledProfile, rounds: number): Promise<Figure[]> {
  const keyring = process.platform === 'linux' ? await startKeyring() : null
  const folder = mkdtempSync(join(tmpdir(), 'banto-empty-'))
  const entry = join(folder, 'main.mjs')
  writeFileSync(entry, emptyMain)
  const timeUntil = async (
    isThere: (page: Page) => Promise<void>,
    options: { profile: string; entry?: string },
  ): Promise<number> => {
    const before = performance.now()
    const app = await launchBanto({ ...options, env: { ...keyring?.env } })
    await isThere(app.page)
    const ms = performance.now() - before
    await app.close()
    return ms
  }
  try {
    const ours: number[] = []
    const empty: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const emptyMs = await timeUntil((page) => page.locator('#there').waitFor(), {
        profile: join(folder, 'profile'),
        entry,
      })
      const rowsMs = await timeUntil(showsRows, { profile: profile.folder })
      // The first round is not counted, because it fills the file caches for both apps.
      if (round === 0) continue
      ours.push(rowsMs)
      empty.push(emptyMs)
    }
    const domains = profile.domains.toLocaleString('en')
    return [
      createRatioFigure(`start to first cached rows of ${domains} / an empty window`, ours, empty, 1.5),
      createFigure(`start to first cached rows of ${domains}`, ours, 'ms'),
      createFigure('an empty window', empty, 'ms'),
    ]
  } finally {
    await keyring?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
