import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchBanto } from '#test/e2e/support/launch-app.ts'
import type { LaunchedApp } from '#test/e2e/support/launch-app.ts'

// Globals of the fixture's pages.
declare const bridge: {
  call: (channel: string, ...args: unknown[]) => Promise<never>
  say: (text: string) => void
  add: (a: number, b: number) => number
  throws: () => void
  listen: (fn: (text: string) => void) => () => void
}
type PageGlobals = {
  seen: { bridge: string; secret: string; require: string; names: string[] }
  heard: string[]
  stop: () => void
  inlineRan?: boolean
}
declare const window: Window & PageGlobals
// Globals of the fixture's main process.
type MainGlobals = { log: Record<string, unknown>[]; foreign: () => string; mayNavigate: boolean }
declare const globalThis: MainGlobals & typeof global

const electron = join(import.meta.dirname, 'electron')
const fixture = join(import.meta.dirname, 'fixture')
const folders: string[] = []

function newProfile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'host-test-'))
  folders.push(folder)
  return folder
}

const launchFixture = (profile = newProfile(), env: Record<string, string> = {}): Promise<LaunchedApp> =>
  launchBanto({ profile, entry: fixture, env })

async function until(isTrue: () => unknown, what: string): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt++) {
    if (await isTrue()) return
    await sleep(50)
  }
  throw new Error(`Never happened: ${what}`)
}

/** The `ps` lines of all processes whose command line contains the text. */
function processesWith(text: string): string[] {
  return execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(text))
}

/** The name of the profile folder that the host with this pid gave to its Chromium. */
function chromiumProfileOf(pid: number): string {
  const line = execFileSync('ps', ['-eo', 'ppid,args'], { encoding: 'utf8' })
    .split('\n')
    .find((entry) => entry.trim().startsWith(`${pid} `) && entry.includes('kill-chromium-with-parent.sh'))
  return /banto-host-\w+/.exec(line ?? '')?.[0] ?? expect.unreachable('no Chromium below the host')
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

describe('An app with one window', () => {
  const profile = newProfile()
  const trace = join(profile, 'trace.jsonl')
  let host: LaunchedApp
  let page: LaunchedApp['page']
  const log = (): Promise<Record<string, unknown>[]> => host.app.evaluate(() => globalThis.log)

  beforeAll(async () => {
    host = await launchFixture(profile, { BANTO_HOST_TRACE: trace })
    page = host.page
  })
  beforeEach(async () => {
    await host.app.evaluate(() => {
      globalThis.log.length = 0
    })
  })
  afterAll(() => host.close())

  test('The app has the name, version, arguments and paths that it has in Electron', async () => {
    const about = await host.app.evaluate(({ app }) => ({
      name: app.getName(),
      version: app.getVersion(),
      root: app.getAppPath(),
      data: app.getPath('userData'),
      argv: process.argv,
    }))
    expect(about).toMatchObject({ name: 'Fixture', version: '1.2.3', root: fixture, data: profile })
    expect(about.argv.at(-1)).toBe(`--profile=${profile}`)
    await until(() => host.output().includes('fixture is ready'), 'stdout of main')
  })

  test('A call to main and its answer keep the values of the structured clone', async () => {
    const kinds = await page.evaluate(async () => {
      const sent = [
        undefined,
        null,
        new Date(5),
        new Map([['a', new Set([1])]]),
        10n,
        Number.NaN,
        { $t: 'date', v: 1 },
        new Uint8Array([1, 2]),
        /x/g,
        '漢字',
      ]
      const { args } = (await bridge.call('echo', ...sent)) as { args: unknown[] }
      const [none, nil, date, map, big, nan, plain, bytes, pattern, text] = args as [
        unknown,
        unknown,
        Date,
        Map<string, Set<number>>,
        bigint,
        number,
        object,
        Uint8Array,
        RegExp,
        string,
      ]
      return [
        args.length,
        none === undefined,
        nil === null,
        date.getTime(),
        map.get('a')?.has(1),
        String(big),
        Number.isNaN(nan),
        JSON.stringify(plain),
        bytes[1],
        pattern.flags,
        text,
      ]
    })
    expect(kinds).toEqual([10, true, true, 5, true, '10', true, '{"$t":"date","v":1}', 2, 'g', '漢字'])
  })

  test('A function of the preload returns synchronously, and the page receives the errors that it throws', async () => {
    expect(await page.evaluate(() => bridge.add(2, 3))).toBe(5)
    expect(
      await page.evaluate(() =>
        Promise.resolve()
          .then(() => bridge.throws())
          .catch((error: Error) => error.message),
      ),
    ).toBe('in the preload')
  })

  test('A failed call has the same error message as in Electron', async () => {
    const messageOf = (channel: string): Promise<string> =>
      page.evaluate((name) => bridge.call(name).catch((error: Error) => error.message), channel)
    expect(await messageOf('fail')).toBe("Error invoking remote method 'fail': TypeError: no such thing")
    expect(await messageOf('nobody')).toBe(
      "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
    )
    expect(
      await host.app.evaluate(({ ipcMain }) => {
        try {
          ipcMain.handle('echo', () => 1)
        } catch (error) {
          return String(error)
        }
      }),
    ).toBe("Error: Attempted to register a second handler for 'echo'")
  })

  test('A value that cannot be cloned is refused before it is sent', async () => {
    const refused = await page.evaluate(() => {
      const proxy = new Proxy({ a: 1 }, {})
      return [proxy, { inner: [proxy] }, Symbol('x')].map((value) => {
        try {
          void bridge.call('echo', value)
          return 'sent'
        } catch (error) {
          return (error as Error).message
        }
      })
    })
    expect(refused).toEqual(Array(3).fill('An object could not be cloned.'))
  })

  test('The page receives events from main until it stops listening', async () => {
    await page.evaluate(() => bridge.say('one'))
    await page.waitForFunction(() => window.heard.length === 1)
    await host.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.send('heard', 'from main'),
    )
    await page.waitForFunction(() => window.heard.length === 2)
    expect(await page.evaluate(() => window.heard)).toEqual(['one!', 'from main'])
    await page.evaluate(() => window.stop())
    await page.evaluate(() => bridge.say('two'))
    await page.evaluate(() => bridge.call('echo'))
    expect(await page.evaluate(() => window.heard.length)).toBe(2)
  })

  test('The first script of the page has the bridge and nothing else of the preload', async () => {
    const seen = await page.evaluate(() => window.seen)
    expect(seen).toMatchObject({ bridge: 'object', secret: 'undefined', require: 'undefined' })
    const own = await page.evaluate(() => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const plain = new Set(Object.getOwnPropertyNames(frame.contentWindow))
      frame.remove()
      return Object.getOwnPropertyNames(window).filter((name) => !plain.has(name))
    })
    expect(
      own.filter(
        (name) =>
          !['seen', 'heard', 'stop', 'bridge', 'count', 'text', 'away', 'blank'].includes(name) &&
          !name.startsWith('__p'),
      ),
    ).toEqual([])
    expect(
      await page.evaluate(() => {
        try {
          ;(bridge as { add: unknown }).add = 1
        } catch {
          /* frozen */
        }
        return typeof bridge.add
      }),
    ).toBe('function')
  })

  test('A message has the URL of the frame that sent it', async () => {
    expect(await page.evaluate(() => bridge.call('echo'))).toMatchObject({
      url: 'fixture://app/index.html?x=1#/home',
      origin: 'fixture://app',
      isMain: true,
    })
    await page.evaluate(() => history.replaceState(null, '', '#/elsewhere'))
    expect(await page.evaluate(() => bridge.call('echo'))).toMatchObject({
      url: 'fixture://app/index.html?x=1#/elsewhere',
    })

    const foreign = await host.app.evaluate(() => globalThis.foreign())
    for (const [src, url, origin] of [
      ['/frame.html', 'fixture://app/frame.html', 'fixture://app'],
      [foreign, foreign, foreign.slice(0, -1)],
    ] as const) {
      await page.evaluate((address) => {
        const frame = document.createElement('iframe')
        frame.src = address
        document.body.append(frame)
      }, src)
      await until(() => page.frames().some((frame) => frame.url().endsWith(src)), 'the frame')
      const frame = page.frames().find((each) => each.url().endsWith(src))
      expect(await frame?.evaluate(() => bridge.call('echo'))).toMatchObject({ url, origin, isMain: false })
    }
  })

  test('The handler of the app’s protocol receives complete requests, and its response headers take effect', async () => {
    const answer = await page.evaluate(() =>
      fetch('/post', { method: 'POST', body: '本文' }).then((response) => response.json()),
    )
    expect(answer).toEqual({ method: 'POST', text: '本文', url: 'fixture://app/post' })
    expect(await page.evaluate(() => window.inlineRan)).toBeUndefined()
    expect(await page.evaluate(() => fetch('http://127.0.0.1:9/').catch((error: Error) => error.message))).toBe(
      'Failed to fetch',
    )
    expect(await page.evaluate(() => fetch('/throws').catch((error: Error) => error.message))).toBe('Failed to fetch')
    expect(await page.evaluate(() => bridge.add(1, 1))).toBe(2)
  })

  test('window.open and links with a target call the handler, and a refused window is not opened', async () => {
    expect(await page.evaluate(() => window.open('https://example.com/'))).toBeNull()
    await page.click('#blank')
    await until(async () => (await log()).length === 2, 'both asked')
    expect(await log()).toEqual([{ opened: 'https://example.com/' }, { opened: 'fixture://app/other.html' }])
    await until(() => host.app.windows().length === 1, 'one window')
    expect(await host.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  })

  test('A navigation emits will-navigate, and the page stays if it is prevented', async () => {
    const foreign = await host.app.evaluate(() => globalThis.foreign())
    const before = page.url()
    await page.click('#away')
    await until(async () => (await log()).length === 1, 'the link asked')
    await page.evaluate((url) => {
      location.href = url
    }, foreign)
    await until(async () => (await log()).length === 2, 'the script asked')
    await page.evaluate(() => {
      location.href = 'fixture://app/other.html'
    })
    await until(async () => (await log()).length === 3, 'the link under the scheme asked')
    expect(await log()).toEqual(
      ['fixture://app/other.html', foreign, 'fixture://app/other.html'].map((url) => ({ 'will-navigate': url })),
    )
    expect(page.url()).toBe(before)
    expect(await page.evaluate(() => bridge.add(1, 1))).toBe(2)
  })

  test('The page prefers the theme that main chooses', async () => {
    const isDark = (): Promise<boolean> => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
    const choose = (source: 'system' | 'light' | 'dark'): Promise<boolean> =>
      host.app.evaluate(({ nativeTheme }, value) => {
        nativeTheme.themeSource = value
        return nativeTheme.shouldUseDarkColors
      }, source)
    expect(await choose('dark')).toBe(true)
    await until(isDark, 'dark')
    expect(await choose('light')).toBe(false)
    await until(async () => !(await isDark()), 'light')
    await choose('system')
    // The choice of main reaches the page after `choose` has returned, and may replace what was emulated before it.
    await until(async () => {
      await page.emulateMedia({ colorScheme: 'dark' })
      return isDark()
    }, 'emulated')
    await page.emulateMedia({ colorScheme: null })
    await host.app.evaluate((module) =>
      (module as unknown as { standIn: { setSystemDark: (isDark: boolean) => void } }).standIn.setSystemDark(true),
    )
    await until(isDark, 'the system is dark')
  })

  test('Dialogs can be stubbed and are cancelled by default', async () => {
    expect(await page.evaluate(() => bridge.call('ask'))).toMatchObject({ response: 1 })
    await host.app.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: true })
    })
    expect(await page.evaluate(() => bridge.call('ask'))).toEqual({ response: 0, checkboxChecked: true })
  })

  test('The page receives clicks and keys and has the size of the window', async () => {
    await page.click('#count')
    expect(await page.textContent('#count')).toBe('1')
    await page.fill('#text', '')
    await page.focus('#text')
    await page.keyboard.type('abc')
    expect(await page.inputValue('#text')).toBe('abc')
    expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([1000, 700])
    const window = await host.app.browserWindow(page)
    await window.evaluate((shown) => shown.setContentSize(1920, 1080))
    await page.waitForFunction(() => innerWidth === 1920 && innerHeight === 1080)
    const png = await page.screenshot()
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1920, 1080])
  })

  test('Permissions are those that the handlers of the app grant', async () => {
    const state = (): Promise<string> =>
      page.evaluate(() => navigator.permissions.query({ name: 'geolocation' }).then((status) => status.state))
    await until(async () => (await state()) === 'granted', 'granted without handlers, as in Electron')
    await host.app.evaluate(({ session }) => session.defaultSession.setPermissionCheckHandler(() => false))
    await until(async () => (await state()) === 'denied', 'denied')
  })

  test('Every message is in the trace, in both directions', async () => {
    await page.evaluate(() => bridge.call('echo', 'a word to find'))
    const lines = readFileSync(trace, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const found = lines.filter((line) => JSON.stringify(line.data).includes('a word to find'))
    expect(found.map((line) => [line['direction'], line['kind'], line['channel']])).toEqual([
      ['to-main', 'invoke', 'echo'],
      ['to-renderer', 'reply', 'echo'],
    ])
    expect(lines.some((line) => line['direction'] === 'to-renderer' && line['kind'] === 'send')).toBe(true)
  })

  // This test must be the last one of the window, because it leaves the pages of the app.
  test('A foreign page in the window has its own origin, and a redirect to it emits will-redirect', async () => {
    const foreign = await host.app.evaluate(() => {
      globalThis.mayNavigate = true
      return globalThis.foreign()
    })
    await page.evaluate((url) => {
      location.href = `${url}redirect`
    }, foreign)
    await page.waitForURL(foreign)
    expect(await log()).toEqual([{ 'will-navigate': `${foreign}redirect` }, { 'will-redirect': foreign }])
    expect(await page.evaluate(() => bridge.call('echo'))).toMatchObject({
      url: foreign,
      origin: foreign.slice(0, -1),
      isMain: true,
    })
  })
})

test('A second start on the same profile passes its arguments to the first and gets no lock', async () => {
  const profile = newProfile()
  const first = await launchFixture(profile)
  try {
    const second = spawn(electron, [fixture, `--profile=${profile}`, '--hello'], { cwd: profile })
    let text = ''
    second.stdout.on('data', (chunk) => (text += String(chunk)))
    const code = await new Promise((done) => second.once('exit', done))
    expect(code).toBe(3)
    expect(text).toContain('second start')
    await until(() => first.app.evaluate(() => globalThis.log.length), 'the first hears of it')
    const [start] = await first.app.evaluate(() => globalThis.log)
    expect(start).toMatchObject({ cwd: profile, data: { from: 'second' } })
    expect(start?.['argv']).toContain('--hello')
  } finally {
    await first.close()
  }
  const third = await launchFixture(profile)
  await third.kill()
  const fourth = await launchFixture(profile)
  await fourth.close()
})

test('Chromium has ended and its profile is deleted, in whatever way the host ended', async () => {
  for (const way of ['close', 'kill', 'crash'] as const) {
    const host = await launchFixture()
    const name = chromiumProfileOf(host.app.process().pid ?? 0)
    expect(processesWith(name).length).toBeGreaterThan(1)
    if (way === 'crash') await host.app.evaluate(() => void setImmediate(() => process.abort())).catch(() => undefined)
    else await host[way]()
    await until(() => processesWith(name).length === 0, `Chromium gone after ${way}`)
    expect(readdirSafe().filter((entry) => entry === name)).toEqual([])
  }
})

test('An app can delay its end in will-quit', async () => {
  const host = await launchFixture()
  await host.app.evaluate(({ app, BrowserWindow }) => {
    let isDone = false
    BrowserWindow.getAllWindows()[0]?.once('close', () => console.log('window closes'))
    app.on('will-quit', (event) => {
      if (isDone) return
      event.preventDefault()
      isDone = true
      setTimeout(() => {
        console.log('cleanup is done')
        app.quit()
      }, 100)
    })
    app.on('quit', (_event, code) => console.log(`ended with ${String(code)}`))
  })
  await host.close()
  expect(host.output()).toMatch(/window closes\n[^]*cleanup is done\n[^]*ended with 0\n/)
})

test('A window that prevents its close stays open, and a crashed page can be reloaded', async () => {
  const host = await launchFixture()
  try {
    const left = await host.app.evaluate(async ({ app, BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      if (!window) return 0
      window.once('close', (event) => event.preventDefault())
      window.close()
      app.once('before-quit', (event) => event.preventDefault())
      app.quit()
      const gone = new Promise<string>((done) =>
        window.webContents.once('render-process-gone', (_event, details) => done(details.reason)),
      )
      window.webContents.forcefullyCrashRenderer()
      const reason = await gone
      const loaded = new Promise((done) => window.webContents.once('did-finish-load', () => done(null)))
      window.webContents.reload()
      await loaded
      return [
        BrowserWindow.getAllWindows().length,
        reason,
        await window.webContents.executeJavaScript('bridge.add(4, 4)'),
      ]
    })
    expect(left).toEqual([1, 'crashed', 8])
  } finally {
    await host.close()
  }
})

test('SIGTERM ends the app as `quit` does', async () => {
  const child = spawn(electron, [fixture, `--profile=${newProfile()}`])
  let text = ''
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  await until(() => text.includes('fixture is ready'), 'started by hand')
  const name = chromiumProfileOf(child.pid ?? 0)
  child.kill('SIGTERM')
  expect(await new Promise((done) => child.once('exit', done))).toBe(0)
  await until(() => processesWith(name).length === 0, 'Chromium gone')
})

test('A bundle that cannot be loaded ends the process with the error', async () => {
  const child = spawn(electron, [join(fixture, 'broken.js')])
  let text = ''
  child.stderr.on('data', (chunk) => (text += String(chunk)))
  expect(await new Promise((done) => child.once('exit', done))).toBe(1)
  expect(text).toContain('broken on purpose')
})

function readdirSafe(): string[] {
  return execFileSync('ls', [tmpdir()], { encoding: 'utf8' }).split('\n')
}
