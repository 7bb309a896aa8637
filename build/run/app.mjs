import { join } from 'node:path'
import { electronBinary } from '../setup/electron.mjs'
import { buildIfStale } from './build.mjs'
import { root, run, tool } from './tools.mjs'

const isRootOnLinux = process.platform === 'linux' && process.getuid() === 0

/** Opens the app on the person's own profile. */
export async function start(args) {
  const code = await buildIfStale()
  if (code !== 0) return code
  const electron = electronBinary(root)
  console.log(electron === null ? 'Opening Banto in the stand-in on Chromium (Electron\'s binary is not there)' : 'Opening Banto in Electron')
  // Chromium refuses to start its sandbox as root.
  const flags = electron !== null && isRootOnLinux ? ['--no-sandbox'] : []
  return await run(electron ?? join(root, 'test', 'host', 'electron'), [...flags, electron === null ? join(root, 'out', 'main', 'index.js') : root, ...args])
}

/** The main job on the simulator: in a window where there is a display, by itself where there is none. */
export async function demo(args) {
  return (await buildIfStale()) || (await run(process.execPath, [join(root, 'test', 'e2e', 'demo.ts'), ...args]))
}

/** Packages for this platform, into dist/. */
export async function dist(args) {
  return (await buildIfStale()) || (await tool('electron-builder', ['--config', 'build/electron-builder.yml', '--publish', 'never', ...args]))
}
