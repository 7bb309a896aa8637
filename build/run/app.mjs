import { join } from 'node:path'
import { chooseHost, hasDisplay } from '../setup/electron.mjs'
import { buildIfStale } from './build.mjs'
import { root, run, tool } from './tools.mjs'

/** Opens the app on the person's own profile. */
export async function start(args) {
  const code = await buildIfStale()
  if (code !== 0) return code
  const { binary, reason } = chooseHost(root)
  if (binary === null && !hasDisplay()) return console.error('There is no display to open a window on.'), 1
  console.log(binary === null ? `Opening Banto in the stand-in on Chromium: ${reason}` : 'Opening Banto in Electron')
  return await run(binary ?? join(root, 'test', 'host', 'electron'), [root, ...args], { env: { BANTO_HOST_WINDOW: '1' } })
}

/** The app with its window reloading as the sources change; main and preload are built once. */
export async function dev(args) {
  const { binary, reason } = chooseHost(root)
  if (binary === null && !hasDisplay()) return console.error('There is no display to open a window on.'), 1
  if (binary === null) console.log(`In the stand-in on Chromium: ${reason}`)
  const env = { BANTO_HOST_WINDOW: '1', ...(binary === null && { ELECTRON_EXEC_PATH: join(root, 'test', 'host', 'electron') }) }
  return await tool('electron-vite', ['dev', ...args], { env })
}

/** Tells the code that launches the app which host was chosen. */
export function hostEnv() {
  const { binary, reason } = chooseHost(root)
  return { BANTO_HOST: binary === null ? 'stand-in' : 'electron', ...(reason && { BANTO_HOST_REASON: reason }) }
}

/** The main job on the simulator: in a window where there is a display, by itself where there is none. */
export async function demo(args) {
  return (await buildIfStale()) || (await run(process.execPath, [join(root, 'test', 'e2e', 'demo.ts'), ...args], { env: hostEnv() }))
}

/** Packages for this platform, into dist/. */
export async function dist(args) {
  return (await buildIfStale()) || (await tool('electron-builder', ['--config', 'build/electron-builder.yml', '--publish', 'never', ...args]))
}
