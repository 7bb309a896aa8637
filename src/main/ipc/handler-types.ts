import type { CommandName, CommandOutput, CommandParsed, EventName, EventPayload } from '#shared/ipc/contract.ts'

/** One function per command; a missing one does not compile where they are put together. */
export type Handlers = { [Name in CommandName]: (input: CommandParsed<Name>) => CommandOutput<Name> | Promise<CommandOutput<Name>> }

/** The handlers of one namespace: `HandlersOf<'accounts'>`. */
export type HandlersOf<Area extends string> = Pick<Handlers, Extract<CommandName, `${Area}.${string}`>>

/** Tells every window. */
export type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void
