import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chooseElectronOrStandIn, hasDisplay } from '../setup/electron-binary.mjs'
import { buildIfStale } from './build-app.mjs'
import { root, runProgram, runTool } from './spawn-tool.mjs'

/** Opens the app with the user's own profile. */
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

/** The app with its window reloading as the sources change; main and preload are built once. */
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

/** Tells the code that launches the app which host was chosen. */
export function createHostEnv() {
  const { binary, reason } = chooseElectronOrStandIn(root)
  return { BANTO_HOST: binary === null ? 'stand-in' : 'electron', ...(reason && { BANTO_HOST_REASON: reason }) }
}

/** The main job on the simulator: in a window where there is a display, by itself where there is none. */
export async function demo(args) {
  return (
    (await buildIfStale()) ||
    (await runProgram(process.execPath, [join(root, 'test', 'e2e', 'demo.ts'), ...args], { env: createHostEnv() }))
  )
}

/** Takes the screenshots of the README again. */
export async function takeScreenshots() {
  return (
    (await buildIfStale()) ||
    (await runProgram(process.execPath, [join(root, 'test', 'e2e', 'screenshots.ts')], { env: createHostEnv() }))
  )
}

/** Packages for this platform, into dist/. */
export async function packageApp(args) {
  const stale = await buildIfStale()
  if (stale !== 0) return stale
  const folder = join(root, 'dist')
  // Else what an earlier run left there would be looked at.
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

/** The applications that the installers were made of. */
function unpackedFolders(folder) {
  return globSync(['*-unpacked', 'mac', 'mac-*'], { cwd: folder })
}

/** Returns 0 when every packaged application has keytar's native module. Without the module no key can be read, and no other check finds that. */
function hasKeytar(folder) {
  const apps = unpackedFolders(folder)
  const lacking = apps.filter(
    (name) => globSync('**/app.asar.unpacked/**/keytar.node', { cwd: join(folder, name) }).length === 0,
  )
  if (apps.length > 0 && lacking.length === 0) return 0
  console.error(`keytar.node is not in what was packaged: ${lacking.join(', ') || 'no application in dist/'}`)
  return 1
}
