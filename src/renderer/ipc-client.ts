import { AppError, fromWireError } from '#shared/app-error.ts'
import type {
  ReadEndpointCaller,
  CommandInput,
  CommandName,
  CommandOutput,
  EventName,
  EventPayload,
} from '#shared/ipc/all-commands-and-events.ts'

type Area = CommandName extends `${infer Name}.${string}` ? Name : never
type CommandsOf<Name extends Area> =
  Extract<CommandName, `${Name}.${string}`> extends `${Name}.${infer Rest}` ? Rest : never

type MainCommands = {
  readonly [Name in Area]: {
    readonly [Command in CommandsOf<Name>]: (
      input: CommandInput<Extract<CommandName, `${Name}.${Command}`>>,
    ) => Promise<CommandOutput<Extract<CommandName, `${Name}.${Command}`>>>
  }
}

/**
 * Calls a command of main. Throws an AppError of main's kind; an error of the bridge itself becomes `bug`. The input is
 * copied as JSON first, because reactive objects cannot cross the bridge.
 */
async function call(name: string, input: unknown): Promise<unknown> {
  const plain: unknown = input === undefined ? null : JSON.parse(JSON.stringify(input))
  const envelope = await window.banto.call(name, plain).catch((thrown: unknown) => {
    throw new AppError('bug', thrown instanceof Error ? thrown.message : String(thrown))
  })
  if (!envelope.ok) throw fromWireError(envelope.error)
  return envelope.data
}

function areaProxy(area: string): object {
  return new Proxy({}, { get: (_target, command) => (input: unknown) => call(`${area}.${String(command)}`, input) })
}

/** The commands of the main process, for example `mainCommands.accounts.list(null)`. */
export const mainCommands = new Proxy({}, { get: (_target, area) => areaProxy(String(area)) }) as MainCommands

/** Calls any endpoint of the service that only reads, with types derived from `endpoints`. */
export const callReadEndpoint: ReadEndpointCaller = (accountId, endpoint, input) =>
  call('api.call', { accountId, endpoint, input }) as never

const receivers = new Map<string, Set<(payload: never) => void>>()
let isListening = false

/** Subscribes `receive` to an event. Returns a function that ends the subscription. */
export function onMainEvent<Name extends EventName>(
  name: Name,
  receive: (payload: EventPayload<Name>) => void,
): () => void {
  if (!isListening) {
    isListening = true
    window.banto.listen((event, payload) => receivers.get(event)?.forEach((each) => each(payload as never)))
  }
  const all = receivers.get(name) ?? new Set()
  receivers.set(name, all.add(receive as (payload: never) => void))
  return () => all.delete(receive as (payload: never) => void)
}
