import type { EndpointName, EndpointOutput } from '#shared/api/endpoints.ts'
import type { ReadCallResult } from '#main/api/api-client-interface.ts'

/**
 * Stores the memo that a call of `server.memo` returned. Does nothing for other endpoints. So the server list also
 * shows a memo that the service wrote after Banto had recorded the outcome as unknown.
 */
export function storeMemoFromServerMemoCall(
  { accountId, endpoint, input, data, readAt }: ReadCallResult<EndpointName>,
  storeServerMemo: (accountId: string, servername: string, memo: string, readAt: number) => void,
): void {
  if (endpoint !== 'server.memo') return
  storeServerMemo(accountId, String(input['servername']), (data as EndpointOutput<'server.memo'>).memo, readAt)
}
