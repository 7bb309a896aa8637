import { mainCommands, callReadEndpoint } from '#renderer/ipc-client.ts'
import type { ServerRow } from '#shared/ipc/inventory.ts'
import { useUnstoredServerAnswer } from './useUnstoredServerAnswer.ts'

type ListedServer = Pick<ServerRow, 'accountId' | 'name' | 'status' | 'expiryDate'>

/**
 * The signup status of a server, read when the user asks. The reading is not stored. If it differs from the row of the
 * server list, the account is synced, so that the row, the order and the details of the server follow.
 */
export function useServerSignupStatus(row: () => ListedServer, obstacle: () => string | null) {
  return useUnstoredServerAnswer(
    async () => {
      const { accountId, name } = row()
      const { data, readAt } = await callReadEndpoint(accountId, 'server.signupStatus', { servername: name })
      const listed = row()
      const isListed = data.status === listed.status && (data.expiry_date ?? null) === listed.expiryDate
      if (!isListed) mainCommands.sync.start({ accountIds: [accountId] }).catch(() => undefined)
      return { data, answer: data, readAt }
    },
    obstacle,
    { startsAtOnce: false },
  )
}
