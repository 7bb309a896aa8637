import type { EndpointName, EndpointOutput } from '#shared/api/endpoints.ts'
import type { AccountReading } from '#main/api/types.ts'

/**
 * Stores the memo if the reading is of a memo. The list of servers then also shows a memo that was written late, after
 * its outcome was called unknown.
 */
export function storeReadServerMemo(
  { accountId, endpoint, input, data }: AccountReading<EndpointName>,
  storeServerMemo: (accountId: string, servername: string, memo: string) => void,
): void {
  if (endpoint !== 'server.memo') return
  storeServerMemo(accountId, String(input['servername']), (data as EndpointOutput<'server.memo'>).memo)
}
