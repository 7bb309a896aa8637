import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startKeyring } from '#test/keychain.ts'
import { launchBanto } from '#test/e2e/launch.ts'
import { fillProfile } from './filled-profile.ts'
import { figure, ratio, type Figure } from './figures.ts'

const rounds = 7

const emptyMain = `
import { app, BrowserWindow, protocol } from 'electron'
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }])
app.whenReady().then(() => {
  protocol.handle('app', () => new Response('<!doctype html><title>Empty</title><p id="there">There', { headers: { 'content-type': 'text/html' } }))
  new BrowserWindow({ webPreferences: { sandbox: true } }).loadURL('app://bundle/index.html')
})
app.on('window-all-closed', () => app.quit())
`

/** From the start of the process to the first cached rows of 50,000 domains, beside an app that shows an empty window. */
export async function benchStart(): Promise<Figure[]> {
  const profile = await fillProfile()
  const keyring = process.platform === 'linux' ? await startKeyring() : null
  const folder = mkdtempSync(join(tmpdir(), 'banto-empty-'))
  const entry = join(folder, 'main.mjs')
  writeFileSync(entry, emptyMain)
  const timeUntil = async (selector: string, options: { profile: string; entry?: string; hash?: string }): Promise<number> => {
    const before = performance.now()
    const app = await launchBanto({ ...options, env: { ...keyring?.env } })
    if (options.hash) await app.page.evaluate((hash) => (location.hash = hash), options.hash)
    await app.page.locator(selector).first().waitFor()
    const ms = performance.now() - before
    await app.close()
    return ms
  }
  try {
    const ours: number[] = []
    const empty: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const emptyMs = await timeUntil('#there', { profile: join(folder, 'profile'), entry })
      const rowsMs = await timeUntil('[role="row"][aria-rowindex="2"]', { profile: profile.folder, hash: '#/domains' })
      // The first round fills the file caches of both.
      if (round === 0) continue
      ours.push(rowsMs)
      empty.push(emptyMs)
    }
    return [
      ratio('start to first cached rows of 50,000 / an empty window', ours, empty),
      figure('start to first cached rows of 50,000', ours, 'ms'),
      figure('an empty window', empty, 'ms'),
    ]
  } finally {
    await keyring?.stop()
    profile.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}
