import { readFileSync } from 'node:fs'
import { createPeer, installPageWorld, installPreloadWorld } from './worlds.ts'
import type { PreloadWorld } from './worlds.ts'
import { createWire } from './wire.ts'

export const worldName = 'Electron Isolated Context'

/** The two scripts that Chromium runs at the start of every document: the page's world first, then the preload's. */
export function writePreloadScripts(options: { secret: string; preload: string | undefined; isInSubframes: boolean }) {
  const world: PreloadWorld = {
    secret: options.secret,
    binding: `${options.secret}binding`,
    receiver: `${options.secret}receive`,
    isInSubframes: options.isInSubframes,
    process: {
      type: 'renderer',
      platform: process.platform,
      arch: process.arch,
      versions: { ...process.versions },
      sandboxed: true,
      contextIsolated: true,
      env: {},
      argv: [],
    },
  }
  const source = options.preload === undefined ? undefined : readFileSync(options.preload, 'utf8')
  const preload = source === undefined ? 'undefined' : `function (require, module, exports, process) {\n${source}\n}`
  return {
    world,
    page: `(${String(installPageWorld)})(${JSON.stringify(world.secret)}, ${String(createPeer)}, ${String(createWire)})`,
    isolated: `(${String(installPreloadWorld)})(${JSON.stringify(world)}, ${String(createPeer)}, ${String(createWire)}, ${preload})`,
  }
}
