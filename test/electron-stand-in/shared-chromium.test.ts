import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LaunchedApp } from '#test/e2e/support/launch-app.ts'
import { createSharedChromium } from '#test/e2e/support/shared-chromium.ts'
import type { SharedChromium } from '#test/e2e/support/shared-chromium.ts'

const fixture = join(import.meta.dirname, 'fixture')
const folders: string[] = []
let shared: SharedChromium

beforeEach(() => {
  shared = createSharedChromium()
})
afterEach(async () => {
  shared.close()
  // The next test must not find the Chromium of this one.
  await expect.poll(() => chromiumsOf(process.pid)).toEqual([])
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function launch(): Promise<LaunchedApp> {
  const profile = mkdtempSync(join(tmpdir(), 'host-test-'))
  folders.push(profile)
  return shared.launch({ profile, entry: fixture })
}

/** The process IDs of the scripts that hold a Chromium for this process or one of these hosts. */
function chromiumsOf(...parents: (number | undefined)[]): number[] {
  return execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('kill-chromium-with-parent.sh'))
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid = 0, parent]) => (parents.includes(parent) ? [pid] : []))
}

test('Apps that share a Chromium leave it running, without pages and storage, in whatever way they end', async () => {
  let chromiums: number[] | undefined
  for (const end of ['close', 'kill', 'close'] as const) {
    const host = await launch()
    expect(chromiumsOf(host.app.process().pid)).toEqual([])
    chromiums ??= chromiumsOf(process.pid)
    expect(chromiumsOf(process.pid)).toEqual(chromiums)
    expect(chromiums).toHaveLength(1)
    expect(host.app.windows()).toEqual([host.page])
    const stored = await host.page.evaluate(() => {
      const before = [localStorage.getItem('left'), document.cookie]
      localStorage.setItem('left', 'behind')
      document.cookie = 'left=behind'
      return before
    })
    expect(stored).toEqual([null, ''])
    await host[end]()
  }
})

test('An app that starts beside another one gets its own Chromium, and both see only their own windows', async () => {
  const first = await launch()
  const second = await launch()
  try {
    expect(chromiumsOf(first.app.process().pid)).toEqual([])
    expect(chromiumsOf(second.app.process().pid)).toHaveLength(1)
    expect(second.app.windows()).toEqual([second.page])
    await second.close()
    expect(first.app.windows()).toEqual([first.page])
    expect(await first.page.evaluate(() => document.title)).toBe('Fixture')
  } finally {
    await second.close()
    await first.close()
  }
})

test('If the shared Chromium ends, the app that uses it ends with the reason, and the next one gets a new one', async () => {
  const host = await launch()
  const ended = new Promise((done) => host.app.process().once('exit', done))
  const [holder] = chromiumsOf(process.pid)
  process.kill(-chromiumBelow(holder ?? 0), 'SIGKILL')
  expect(await ended).toBe(1)
  await host.close()
  expect(host.output()).toContain('Chromium has ended unexpectedly')
  const next = await launch()
  expect(chromiumsOf(process.pid)).not.toContain(holder)
  await next.close()
})

function chromiumBelow(parent: number): number {
  const children = execFileSync('ps', ['-eo', 'pid,ppid,pgid,args'], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, ppid]) => ppid === parent)
  // The leader of the group is Chromium; the other child of the script waits for the end of the host.
  return children.find(([pid, , group]) => pid === group)?.[0] ?? expect.unreachable('no Chromium below the script')
}
