import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chooseElectronOrStandIn, hasDisplay } from '../setup/electron-binary.mjs'
import { buildIfStale } from './build-app.mjs'
import { root, runProgram, runTool } from './spawn-tool.mjs'

/** Opens the app with the user's own profile. Returns the exit code. */
export async function start(args) {
  const code = await buildIfStale()
  if (code !== 0) return code
  const { binary, reason } = chooseElectronOrStandIn(root)
  if (binary === null && !hasDisplay()) return (console.error('There is no display to open a window on.'), 1)
  console.log(binary === null ? `Opening Banto in the stand-in on Chromium: ${reason}` : 'Opening Banto in Electron')
  return await runProgram(binary ?? join(root, 'test', 'electron-stand-in', 'electron'), [root, ...args], {
    env: { BANTO_HOST_WINDOW: '1' },
  })
}

/** Opens the app with a window that reloads when its sources change; main and preload are built once. */
export async function dev(args) {
  const { binary, reason } = chooseElectronOrStandIn(root)
  if (binary === null && !hasDisplay()) return (console.error('There is no display to open a window on.'), 1)
  if (binary === null) console.log(`In the stand-in on Chromium: ${reason}`)
  const env = {
    BANTO_HOST_WINDOW: '1',
    ...(binary === null && { ELECTRON_EXEC_PATH: join(root, 'test', 'electron-stand-in', 'electron') }),
  }
  return await runTool('electron-vite', ['dev', ...args], { env })
}

/** The environment variables that tell test/e2e/support/launch-app.ts which host was chosen. */
export function createHostEnv() {
  const { binary, reason } = chooseElectronOrStandIn(root)
  return { BANTO_HOST: binary === null ? 'stand-in' : 'electron', ...(reason && { BANTO_HOST_REASON: reason }) }
}

/** Runs the demo on the simulator: in a window, or headless without a display. */
export async function demo(args) {
  return (
    (await buildIfStale()) ||
    (await runProgram(process.execPath, [join(root, 'test', 'e2e', 'demo', 'demo.ts'), ...args], {
      env: createHostEnv(),
    }))
  )
}

/** Takes the screenshots of the README. */
export async function takeScreenshots() {
  return (
    (await buildIfStale()) ||
    (await runProgram(process.execPath, [join(root, 'test', 'e2e', 'demo', 'take-readme-screenshots.ts')], {
      env: createHostEnv(),
    }))
  )
}

/** Packages the app for this platform into dist/. Returns the exit code. */
export async function packageApp(args) {
  const stale = await buildIfStale()
  if (stale !== 0) return stale
  const folder = join(root, 'dist')
  // Deletes the packaged apps of earlier runs: `hasKeytar` would check them, too.
  for (const name of unpackedFolders(folder)) rmSync(join(folder, name), { recursive: true, force: true })
  const code = await runTool('electron-builder', [
    '--config',
    'build/electron-builder.yml',
    '--publish',
    'never',
    ...args,
  ])
  return code !== 0 ? code : hasKeytar(folder)
}

/** The names of the unpacked applications from which the installers were made. */
function unpackedFolders(folder) {
  return globSync(['*-unpacked', 'mac', 'mac-*'], { cwd: folder })
}

/** Returns 0 if every packaged application has keytar's native module. No other check finds a missing module. */
function hasKeytar(folder) {
  const apps = unpackedFolders(folder)
  const lacking = apps.filter(
    (name) => globSync('**/app.asar.unpacked/**/keytar.node', { cwd: join(folder, name) }).length === 0,
  )
  if (apps.length > 0 && lacking.length === 0) return 0
  console.error(`keytar.node is not in what was packaged: ${lacking.join(', ') || 'no application in dist/'}`)
  return 1
}
