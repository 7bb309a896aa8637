import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startSimulator, type Simulator } from '#simulator/start-simulator.ts'
import { createDemoWorld } from '#simulator/worlds/demo-world.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { electronHostName, launchBanto, type LaunchedApp } from '#test/e2e/support/launch-app.ts'
import { chooseOrStartDemoKeychain } from './choose-or-start-demo-keychain.ts'
import { runDemoStep } from './run-demo-step.ts'

export const demoFolder = resolve(import.meta.dirname, '../../../out/demo')

export interface DemoEnvironment {
  world: WorldFile
  simulator: Simulator
  /** Whether the profile of an earlier demo is used. */
  isKept: boolean
  open(env?: Record<string, string>): Promise<LaunchedApp>
  close(): Promise<void>
}

/**
 * Creates keychain, simulator and profile in `folder`. A profile is kept only if the keychain is permanent and the
 * simulator can be started on the port of the earlier demo. Throws StepFailed.
 */
export async function createDemoEnvironment({
  folder,
  keepsProfile,
}: {
  folder: string
  keepsProfile: boolean
}): Promise<DemoEnvironment> {
  const profile = join(folder, 'profile')
  const portFile = join(folder, 'port.txt')
  const keychain = await runDemoStep('Keychain', async (report) => {
    const found = await chooseOrStartDemoKeychain()
    report(found.what)
    return found
  })
  const world = createDemoWorld(Date.now())
  const { simulator, isKept } = await runDemoStep('Simulator', async (report) => {
    const known =
      keepsProfile && keychain.isLasting && existsSync(portFile) && existsSync(profile)
        ? Number(readFileSync(portFile, 'utf8'))
        : null
    const again = known === null ? null : await startSimulator({ world, port: known }).catch(() => null)
    const started = again ?? (await startSimulator({ world }))
    const users = world.users ?? []
    const count = (of: (user: NonNullable<WorldFile['users']>[number]) => number) =>
      users.reduce((sum, user) => sum + of(user), 0)
    report(
      `${users.length} users, ${count((user) => user.domains?.length ?? 0)} domains, ${count((user) => user.servers?.length ?? 0)} servers at ${started.url}`,
    )
    return { simulator: started, isKept: again !== null }
  })
  if (!isKept) rmSync(profile, { recursive: true, force: true })
  mkdirSync(profile, { recursive: true })
  writeFileSync(portFile, new URL(simulator.url).port)
  const host =
    electronHostName() === 'electron'
      ? 'Electron'
      : `the stand-in on Chromium${process.env['BANTO_HOST_REASON'] ? ` (${process.env['BANTO_HOST_REASON']})` : ''}`
  let opened: LaunchedApp | null = null
  return {
    world,
    simulator,
    isKept,
    open: (env = {}) =>
      runDemoStep('Open Banto', async (report) => {
        opened = await launchBanto({ profile, size: { width: 1280, height: 800 }, env: { ...keychain.env, ...env } })
        report(`in ${host}`)
        return opened
      }),
    async close() {
      await opened?.close()
      await simulator.close()
      await keychain.stop()
    },
  }
}
