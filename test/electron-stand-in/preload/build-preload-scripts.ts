import { readFileSync } from 'node:fs'
import { createBridgePeer, installPageBridge, installPreloadBridge } from './context-bridge.ts'
import type { PreloadWorld } from './context-bridge.ts'
import { createSerializer } from '#test/electron-stand-in/message-serializer.ts'

export const isolatedWorldName = 'Electron Isolated Context'

/** The two scripts that Chromium runs at the start of every document: in the page's world, then in the preload's. */
export function buildPreloadScripts(options: { secret: string; preload: string | undefined; isInSubframes: boolean }) {
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
    page: `(${String(installPageBridge)})(${JSON.stringify(world.secret)}, ${String(createBridgePeer)}, ${String(createSerializer)})`,
    isolated: `(${String(installPreloadBridge)})(${JSON.stringify(world)}, ${String(createBridgePeer)}, ${String(createSerializer)}, ${preload})`,
  }
}
