import { getEndpoint } from '#shared/api/endpoints.ts'
import { findAccountCallObstacle } from '#shared/find-account-call-obstacle.ts'
import type { Account } from '#shared/ipc/accounts.ts'

type Translate = (key: string, values: Record<string, unknown>, plural: number) => string

interface ServerOfAccount {
  name: string
  /** Null: not known. */
  account: Pick<Account, 'isPaused' | 'isReadOnly' | 'keys'> | null
}

/**
 * Says how many servers wait when a job for them starts, because their account is paused, or is read-only and the job
 * clears caches; and for how many no usable key may clear them. `mayClear`: a job that clears caches can start.
 */
export function describeServersHeldByAccountOrKeys(
  servers: readonly ServerOfAccount[],
  mayClear: boolean,
  locale: string,
  t: Translate,
): string[] {
  const clearCache = getEndpoint('hosting.clearCache')
  const holds = servers.flatMap(({ name, account }) => {
    const reason = account && findAccountCallObstacle(account, clearCache, { servername: name })?.reason
    if (!reason || (reason !== 'paused' && !mayClear)) return []
    return [reason === 'paused' ? reason : reason === 'read_only' ? 'readOnly' : 'noKey']
  })
  return (['paused', 'readOnly', 'noKey'] as const).flatMap((hold) => {
    const n = holds.filter((each) => each === hold).length
    return n === 0 ? [] : [t(`serverVersions.estimate.waits.${hold}`, { n: n.toLocaleString(locale) }, n)]
  })
}
