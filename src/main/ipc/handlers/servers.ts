import type { ParsedCommandInput } from '#shared/ipc/all-commands-and-events.ts'
import { serverChangeNames } from '#shared/ipc/single-server-change-commands.ts'
import { serverReadCommands, type ServerReadName } from '#shared/ipc/unstored-server-read-commands.ts'
import type { ServerReadAndChangeRunner } from '#main/servers/server-read-and-change-runner.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

interface ServersHandlersDeps {
  operations: ServerReadAndChangeRunner
  /** Returns the path; null when the user closed the dialog. */
  saveSshPrivateKey: (input: ParsedCommandInput<'servers.savePrivateKey'>) => Promise<string | null>
}

export function createServersHandlers({ operations, saveSshPrivateKey }: ServersHandlersDeps): HandlersOf<'servers'> {
  const readings = Object.keys(serverReadCommands) as ServerReadName[]
  return Object.fromEntries([
    ...readings.map((name) => [`servers.${name}`, (input: never) => operations.read(name, input)]),
    ...serverChangeNames.map((name) => [`servers.${name}`, (input: never) => operations.change(name, input)]),
    ['servers.savePrivateKey', async (input: never) => ({ path: await saveSshPrivateKey(input) })],
  ]) as HandlersOf<'servers'>
}
