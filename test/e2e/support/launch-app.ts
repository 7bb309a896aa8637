import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { _electron, selectors } from '@playwright/test'
import type { ElectronApplication, Page } from '@playwright/test'
import { missingPlaceholderValueErrorPrefix } from '#renderer/text/find-missing-placeholder-values.ts'

// The Playwright configuration sets the same attribute; the demo and the benchmarks run without it.
selectors.setTestIdAttribute('data-test')

const root = resolve(import.meta.dirname, '../../..')

export type LaunchOptions = {
  /** The profile folder (userData); created if it is missing. */
  profile: string
  args?: string[]
  /** Variables added to the environment of this process. */
  env?: Record<string, string>
  /** Size of the page in CSS pixels. Undefined: the size that the app gives its window. */
  size?: { width: number; height: number } | undefined
  /** Path of an app other than the built Banto. */
  entry?: string
}

export type LaunchedApp = {
  app: ElectronApplication
  page: Page
  /**
   * What the main process has written to stdout and stderr. With the real Electron, output before Playwright connects
   * is missing.
   */
  output: () => string
  /** What the window reported of texts that it showed without one of their values. */
  textsWithoutValue: readonly string[]
  /** Errors of the window that no code has caught. */
  uncaughtErrors: string[]
  /** Whether the main process has not ended yet. */
  isRunning: () => boolean
  /** Closes the app with `app.quit()` and waits for the end of the process. */
  close: () => Promise<void>
  /** Kills the main process with SIGKILL, as a crash would, and waits for its end. */
  kill: () => Promise<void>
}

/**
 * The real Electron binary if BANTO_ELECTRON names it or the npm package has downloaded it, else the stand-in.
 * BANTO_HOST=stand-in selects the stand-in on a machine that has both.
 */
function findHost(): { name: 'electron' | 'stand-in'; path: string } {
  if (process.env['BANTO_HOST'] === 'stand-in')
    return { name: 'stand-in', path: join(root, 'test/electron-stand-in/electron') }
  const named = process.env['BANTO_ELECTRON']
  if (named) return { name: 'electron', path: named }
  const folder = join(root, 'node_modules/electron')
  const fetched = existsSync(join(folder, 'path.txt'))
    ? join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim())
    : undefined
  if (fetched !== undefined && existsSync(fetched)) return { name: 'electron', path: fetched }
  return { name: 'stand-in', path: join(root, 'test/electron-stand-in/electron') }
}

/** The command that starts the app without Playwright: `path root --profile=…`. */
export function electronHostCommand(): { path: string; root: string } {
  return { path: findHost().path, root }
}

export function electronHostName(): 'electron' | 'stand-in' {
  return findHost().name
}

/**
 * Starts the built app on a profile and waits for its window. In the stand-in, env BANTO_HOST_TRACE=FILE writes every
 * message between main and renderer to FILE, one JSON line each: { direction: 'to-main' | 'to-renderer', kind: 'invoke'
 * | 'send' | 'reply', channel, window, url?, data, error? }.
 */
export async function launchBanto({
  profile,
  args = [],
  env = {},
  size,
  entry = root,
}: LaunchOptions): Promise<LaunchedApp> {
  mkdirSync(profile, { recursive: true })
  const copied = join(mkdtempSync(join(tmpdir(), 'banto-output-')), 'output.txt')
  const app = await _electron
    .launch({
      executablePath: findHost().path,
      args: [entry, `--profile=${profile}`, ...args],
      cwd: root,
      env: { ...definedOf(process.env), BANTO_HOST_OUTPUT: copied, ...env },
      // By default Playwright forces the light colour scheme.
      colorScheme: null,
      timeout: 90_000,
    })
    .catch((error: unknown) => {
      rmSync(dirname(copied), { recursive: true, force: true })
      throw error
    })
  const child = app.process()
  const textsWithoutValue: string[] = []
  const uncaughtErrors: string[] = []
  let text = ''
  child.stdout?.on('data', (chunk) => (text += String(chunk)))
  child.stderr?.on('data', (chunk) => (text += String(chunk)))
  const output = (): string => (existsSync(copied) ? readFileSync(copied, 'utf8') : text)
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null
  const ended = new Promise<void>((done) => {
    if (!isRunning()) done()
    else child.once('exit', () => done())
  }).then(() => {
    text = output()
    rmSync(dirname(copied), { recursive: true, force: true })
  })
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  const close = async (): Promise<void> => {
    const timer = setTimeout(() => child.kill('SIGKILL'), 60_000)
    await app.close().catch(() => undefined)
    await ended
    clearTimeout(timer)
  }
  try {
    const page = await Promise.race([
      firstAppPage(app),
      ended.then(() => {
        throw new Error(`The app ended before it showed a window:\n${output()}`)
      }),
    ])
    page.on('console', (message) => {
      if (message.text().startsWith(missingPlaceholderValueErrorPrefix)) textsWithoutValue.push(message.text())
    })
    page.on('pageerror', (error) => uncaughtErrors.push(error.stack ?? String(error)))
    // Animations take a sixth of the processor time of the tests, and a screenshot could show half of one.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    if (size) await resize(app, page, size)
    return { app, page, output, textsWithoutValue, uncaughtErrors, isRunning, close, kill }
  } catch (error) {
    await kill()
    throw error
  }
}

async function resize(
  app: ElectronApplication,
  page: Page,
  { width, height }: { width: number; height: number },
): Promise<void> {
  const [shownWidth, shownHeight] = await page.evaluate(() => [innerWidth, innerHeight])
  if (shownWidth === width && shownHeight === height) return
  const window = await app.browserWindow(page)
  await window.evaluate(
    (shown: { setContentSize: (width: number, height: number) => void }, [x, y]) => shown.setContentSize(x, y),
    [width, height] as [number, number],
  )
  await page.waitForFunction(([x, y]) => innerWidth === x && innerHeight === y, [width, height])
}

/** Waits for the first page with a URL of the app; `windows()` also lists pages that have not loaded yet. */
function firstAppPage(app: ElectronApplication): Promise<Page> {
  return new Promise((done, fail) => {
    const watch = (page: Page): void => {
      page.waitForURL(isAppUrl, { timeout: 90_000, waitUntil: 'domcontentloaded' }).then(
        () => done(page),
        (error: Error) => fail(error),
      )
    }
    app.windows().forEach(watch)
    app.on('window', watch)
    setTimeout(() => fail(new Error('The app showed no window within 90 s')), 90_000).unref()
  })
}

/** Whether the URL is of the app. In the stand-in, `scheme://host/` becomes `https://host.scheme.invalid/`. */
export function isAppUrl(url: URL): boolean {
  return (
    url.hostname.endsWith('.invalid') || !/^(https?|about|data|blob|chrome|chrome-error|devtools):$/.test(url.protocol)
  )
}

function definedOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined))
}
