import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeytarOsKeychain } from '#main/accounts/keytar-os-keychain.ts'
import type { OsKeychain } from '#main/accounts/os-keychain-port.ts'
import { readChosenFile } from '#main/app/read-chosen-file.ts'
import { writeChosenFile } from '#main/app/write-chosen-file.ts'
import { systemClock, type Clock } from '#main/clock.ts'
import { composeMainProcess, type MainProcess } from '#main/compose-main-process.ts'
import type { DesktopNotification } from '#main/desktop-notifier-port.ts'
import type { DnsResolversAndPort } from '#main/dns/authoritative/dns-resolvers-and-port.ts'
import type { TrayContent } from '#main/tray-icon-port.ts'
import { fromWireError } from '#shared/app-error.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type {
  CommandInput,
  CommandName,
  CommandOutput,
  EventName,
  EventPayload,
} from '#shared/ipc/all-commands-and-events.ts'
import type { IpcResultEnvelope } from '#shared/ipc/ipc-result-envelope.ts'
import { startSimulator, type Simulator, type SimulatorOptions } from '#simulator/start-simulator.ts'
import { writeNewDatabase } from './open-new-database.ts'
import { findScriptUrl } from './find-script-for-process-or-thread.ts'

/** The main process without Electron, with its own profile and keychain items. */
export interface MainRig {
  profile: string
  /** Every event emitted so far, oldest first. */
  events: { name: EventName; payload: unknown }[]
  /** Every notification that was shown so far, oldest first. */
  notifications: (DesktopNotification & { group: string })[]
  /** Every content of the tray so far, oldest first. */
  trays: TrayContent[]
  /** Calls a command as the window does. Throws the AppError of an error envelope. */
  call<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandOutput<Name>>
  /** Calls a command as the preload does. Returns the envelope, also for an error. */
  answer(name: unknown, input: unknown): Promise<IpcResultEnvelope>
  /** Resolves with the next event of this name that `matches`. */
  event<Name extends EventName>(
    name: Name,
    matches?: (payload: EventPayload<Name>) => boolean,
  ): Promise<EventPayload<Name>>
  /** Closes the main process and starts another one on the same profile; `between` runs while no process runs. */
  restart(between?: () => void): Promise<void>
  /** The path that the user chooses in each following open dialog; null closes it. */
  chooseFile(path: string | null): void
  /** Makes each following event to the window throw, as if the window is being closed. */
  failNextEmits(): void
  close(): Promise<void>
}

export interface SimulatorRig extends MainRig {
  simulator: Simulator
  /** Tests the keys and stores them as one account. */
  addAccount(label: string, tokens: string[]): Promise<Account>
}

interface MainOptions {
  clock?: Clock
  profile?: string
  /** The service name of this rig's items in the keychain. */
  service?: string
  /** Replaces the keychain of the operating system. */
  secrets?: OsKeychain
  /** By default, no resolver answers. */
  dnsServers?: DnsResolversAndPort
}

export async function startMainRig({
  clock = systemClock,
  profile,
  service = `Banto test ${randomUUID()}`,
  secrets = createKeytarOsKeychain({ service }),
  // Nothing listens on the discard port of this computer.
  dnsServers = { resolvers: ['127.0.0.1:9'], nameserverPort: 9 },
}: MainOptions = {}): Promise<MainRig> {
  const folder = profile ?? mkdtempSync(join(tmpdir(), 'banto-rig-'))
  if (profile === undefined) writeNewDatabase(join(folder, 'banto.db'))
  const events: MainRig['events'] = []
  const notifications: MainRig['notifications'] = []
  const trays: MainRig['trays'] = []
  const listeners = new Set<(name: EventName, payload: unknown) => void>()
  let isBroken = false
  let chosenFile: string | null = null
  let main = compose()

  function compose(): MainProcess {
    const composed = composeMainProcess({
      profile: folder,
      version: '0.0.0',
      platform: process.platform,
      systemLanguage: 'en',
      clock,
      random: Math.random,
      newId: randomUUID,
      secrets,
      resolveProxy: () => Promise.resolve('DIRECT'),
      dnsServers,
      async choosePathAndSaveFile(suggestedName, text, options) {
        const path = join(folder, suggestedName)
        await writeChosenFile(path, text, options)
        return path
      },
      chooseAndReadFile: (_extensions, maxBytes) => readChosenFile(chosenFile, maxBytes),
      openapiWorkerUrl: findScriptUrl('src/main/openapi/worker/openapi-worker.ts'),
      queryWorkerUrl: findScriptUrl('src/main/query-thread/query-worker.ts'),
      openExternal: () => Promise.resolve(),
      emit: (name, payload) => {
        if (isBroken) throw new TypeError('Object has been destroyed')
        events.push({ name, payload })
        for (const listen of listeners) listen(name, payload)
      },
      notifier: { isSupported: () => true, show: (group, shown) => void notifications.push({ group, ...shown }) },
      tray: { show: (content) => void trays.push(content) },
      showWindow: () => undefined,
      quit: () => undefined,
      onTheme: () => undefined,
      onLanguage: () => undefined,
    })
    composed.start()
    return composed
  }

  return {
    profile: folder,
    events,
    notifications,
    trays,
    async call(name, input) {
      const envelope = await main.router.call(name, input)
      if (!envelope.ok) throw fromWireError(envelope.error)
      return envelope.data as never
    },
    answer: (name, input) => main.router.call(name, input),
    event: (name, matches = () => true) =>
      new Promise((resolve) => {
        const listen = (emitted: EventName, payload: unknown) => {
          if (emitted !== name || !matches(payload as never)) return
          listeners.delete(listen)
          resolve(payload as never)
        }
        listeners.add(listen)
      }),
    async restart(between) {
      await main.close()
      between?.()
      main = compose()
    },
    chooseFile: (path) => void (chosenFile = path),
    failNextEmits: () => void (isBroken = true),
    async close() {
      await main.close()
      if (profile === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts the main process and a simulator. */
export async function startSimulatorRig({
  world,
  onArrival,
  ...options
}: MainOptions & Pick<SimulatorOptions, 'world' | 'onArrival'> = {}): Promise<SimulatorRig> {
  const simulator = await startSimulator({
    ...(world && { world }),
    ...(onArrival && { onArrival }),
    ...(options.clock && { clock: options.clock }),
  })
  const main = await startMainRig(options)
  return {
    ...main,
    simulator,
    async addAccount(label, tokens) {
      const keys = []
      for (const [index, secret] of tokens.entries()) {
        const { pendingKeyId } = await main.call('accounts.tryKey', { baseUrl: simulator.url, secret })
        keys.push({ pendingKeyId, label: `Key ${index + 1}` })
      }
      return main.call('accounts.add', { label, colour: 'blue', baseUrl: simulator.url, keys })
    },
    async close() {
      await main.close()
      await simulator.close()
    },
  }
}
