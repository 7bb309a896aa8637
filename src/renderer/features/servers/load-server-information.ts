import { fromWireError } from '#shared/app-error.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

type ServerRef = Parameters<typeof mainCommands.inventory.refreshServer>[0]

/**
 * Reads the information of a server again. Throws if the read failed: a failed read does not mean that the server has
 * no such data.
 */
export async function refreshServerInformation(server: ServerRef): Promise<Record<string, unknown>> {
  const { info } = await mainCommands.inventory.refreshServer(server)
  if (info.error) throw fromWireError(info.error)
  return info.data ?? {}
}

/**
 * Returns the stored information of a server, or a new reading if none is stored. Throws like
 * `refreshServerInformation`.
 */
export async function loadServerInformation(server: ServerRef): Promise<Record<string, unknown>> {
  const { info } = await mainCommands.inventory.server(server)
  return info.data ?? refreshServerInformation(server)
}
