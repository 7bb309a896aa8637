import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs'
import inspector from 'node:inspector'
import { createRequire, registerHooks } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from './app.ts'
import { openChromium } from '#test/electron-stand-in/chromium/open-and-close-chromium.ts'
import { watchPopups } from './browser-window.ts'
import { interceptRequests } from './intercept-requests.ts'
import { defaultSession } from './session.ts'
import { watchTargets } from '#test/electron-stand-in/chromium/page-targets.ts'

declare global {
  var __playwright_run: (() => void) | undefined
}

const args = process.argv.slice(2)
const entry = args.find((arg) => !arg.startsWith('-'))
if (entry === undefined) {
  process.stderr.write('usage: electron FOLDER-OR-FILE [arguments]\n')
  process.exit(1)
}
const { file, root, name, version, electron } = describeApp(resolve(entry))

const copy = process.env['BANTO_HOST_OUTPUT']
if (copy !== undefined) {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean
    stream.write = (...args: unknown[]) => {
      appendFileSync(copy, args[0] as string | Uint8Array)
      return write(...args)
    }
  }
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'electron' && specifier !== 'electron/main' && specifier !== 'electron/common')
      return next(specifier, context)
    return {
      url: pathToFileURL(join(import.meta.dirname, 'electron.cjs')).href,
      format: 'commonjs',
      shortCircuit: true,
    }
  },
})
// Playwright requires the module as soon as it has connected. In the midst of an import of the app it would get an
// empty object.
createRequire(import.meta.url)('electron')
process.argv = [join(import.meta.dirname, 'electron'), ...args]
Object.assign(process, {
  type: 'browser',
  defaultApp: true,
  resourcesPath: join(import.meta.dirname, '../../resources'),
})
Object.defineProperty(process.versions, 'electron', { value: electron, enumerable: true })
Object.defineProperty(process.versions, 'chrome', { value: '156.0.0.0', enumerable: true })
app.describe({ root, name, version: version ?? electron })
for (const arg of args.filter((arg) => arg.startsWith('--'))) {
  const [key = '', ...value] = arg.slice(2).split('=')
  app.commandLine.appendSwitch(key, value.join('='))
}

const inspectPort = valueOf('--inspect')
const debuggingPort = valueOf('--remote-debugging-port')
// Playwright passes both ports and calls this function after it has connected to both.
const connected = Promise.withResolvers<void>()
if (inspectPort !== undefined && debuggingPort !== undefined) {
  globalThis.__playwright_run = () => connected.resolve()
  setTimeout(connected.resolve, 30_000).unref()
} else connected.resolve()
if (inspectPort !== undefined) inspector.open(Number(inspectPort))

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => app.quit())

const browser = openChromium(debuggingPort, args.includes('--no-sandbox') ? ['--no-sandbox'] : [], () => {
  process.stderr.write('stand-in: Chromium has ended unexpectedly\n')
  process.exit(1)
})
const prepared = Promise.all([watchTargets(), interceptRequests(), defaultSession.applyPermissions()])
prepared.catch((error: Error) => {
  process.stderr.write(`stand-in: ${error.message}\n`)
  process.exit(1)
})
if (debuggingPort !== undefined) void browser.devToolsLine.then((line) => process.stderr.write(`${line}\n`))
watchPopups()

try {
  await import(pathToFileURL(file).href)
} catch (error) {
  // Electron would show a dialog and continue to run. In tests it is more useful to print the reason and exit.
  process.stderr.write(
    `App threw an error during load\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  app.exit(1)
}
process.on('uncaughtException', (error) => {
  if (process.listenerCount('uncaughtException') > 1) return
  process.stderr.write(
    `A JavaScript error occurred in the main process\nUncaught Exception:\n${error.stack ?? error.message}\n`,
  )
})
process.on('unhandledRejection', (reason) => {
  if (process.listenerCount('unhandledRejection') > 1) return
  process.stderr.write(
    `UnhandledPromiseRejectionWarning: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}\n`,
  )
})
await Promise.all([prepared, connected.promise])
app.start()

function valueOf(flag: string): string | undefined {
  return args.find((arg) => arg.startsWith(`${flag}=`))?.slice(flag.length + 1)
}

/** As in Electron, a folder has a package.json with the name of the app; a single file is an app without a name. */
function describeApp(path: string): {
  file: string
  root: string
  name: string | undefined
  version: string | undefined
  electron: string
} {
  const require = createRequire(import.meta.url)
  const electron = (require('../../node_modules/electron/package.json') as { version: string }).version
  const manifest = join(path, 'package.json')
  if (!existsSync(path) || !statSync(path).isDirectory() || !existsSync(manifest)) {
    const file = require.resolve(path)
    return { file, root: dirname(file), name: undefined, version: undefined, electron }
  }
  const about = JSON.parse(readFileSync(manifest, 'utf8')) as {
    name?: string
    productName?: string
    version?: string
    main?: string
  }
  const file = require.resolve(join(path, about.main ?? 'index.js'))
  return { file, root: path, name: about.productName ?? about.name, version: about.version, electron }
}
