import { fromWireError } from '#shared/app-error.ts'
import { maxAgeBeforeRefreshOnOpenMs } from '#renderer/composables/max-age-before-refresh-on-open.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

type ServerRef = Parameters<typeof mainCommands.inventory.refreshServer>[0]

export interface ServerInformation {
  data: Record<string, unknown>
  readAt: number | null
}

/**
 * Reads the information of a server again. Throws if the read failed: a failed read does not mean that the server has
 * no such data.
 */
export async function refreshServerInformation(server: ServerRef): Promise<ServerInformation> {
  const { info } = await mainCommands.inventory.refreshServer(server)
  if (info.error) throw fromWireError(info.error)
  return { data: info.data ?? {}, readAt: info.readAt }
}

/**
 * Returns the stored information of a server, or a new reading if none is stored or the stored one is old. Returns the
 * old one if the reading fails, for example because the account is paused. Throws like `refreshServerInformation` if
 * none is stored.
 */
export async function loadServerInformation(server: ServerRef): Promise<ServerInformation> {
  const { info } = await mainCommands.inventory.server(server)
  const { data, readAt } = info
  if (data === null) return refreshServerInformation(server)
  if (Date.now() - (readAt ?? 0) <= maxAgeBeforeRefreshOnOpenMs) return { data, readAt }
  return refreshServerInformation(server).catch(() => ({ data, readAt }))
}
