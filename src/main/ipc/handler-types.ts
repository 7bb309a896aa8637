import type { CommandName, CommandOutput, ParsedCommandInput } from '#shared/ipc/all-commands-and-events.ts'

/** One function per command. A missing function is a compile error where the handlers are combined. */
export type Handlers = {
  [Name in CommandName]: (input: ParsedCommandInput<Name>) => CommandOutput<Name> | Promise<CommandOutput<Name>>
}

/** The handlers of one namespace: `HandlersOf<'accounts'>`. */
export type HandlersOf<Area extends string> = Pick<Handlers, Extract<CommandName, `${Area}.${string}`>>
