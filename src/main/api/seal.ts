import { AppError } from '#shared/errors.ts'
import type { Clock } from '../clock.ts'
import { throwIfCancelled } from './cancelled.ts'
import { isRetest, noKeyError, refusalByState } from './key-state.ts'
import type { Call, Layer } from './pipeline.ts'
import type { ApiAccounts } from './types.ts'

type Asked = Pick<Call, 'accountId' | 'endpoint'>

/** Why the account or the person does not let the call leave; null when they do. Throws `not_found`. */
export function createStanding({ accounts, isOffline }: { accounts: Pick<ApiAccounts, 'account'>; isOffline: () => boolean }) {
  return ({ accountId, endpoint }: Asked): AppError | null => {
    if (isOffline()) return new AppError('offline', 'Banto works offline: nothing is sent')
    if (accountId === null) return null
    const { isPaused, isReadOnly } = accounts.account(accountId)
    if (isPaused) return new AppError('paused', 'The account is paused')
    if (isReadOnly && endpoint.scope === 'write') return new AppError('read_only', 'The account is read-only in Banto')
    return null
  }
}

interface Deps {
  accounts: Pick<ApiAccounts, 'keys' | 'secret'>
  clock: Clock
  standing: (asked: Asked) => AppError | null
  addressRefusal: (call: Call) => AppError | null
}

/** The last look before the bytes leave, after the place is granted: the world may have changed while the call waited. */
export function createSeal({ accounts, clock, standing, addressRefusal }: Deps): Layer {
  function keyRefusal({ key, accountId, endpointName, wantedKeyId }: Call): AppError | null {
    if (!key || accountId === null) return null
    const now = accounts.keys(accountId).find(({ id }) => id === key.id)
    const reason = now ? refusalByState(now, clock.now(), isRetest(endpointName, wantedKeyId)) : 'missing'
    return reason && noKeyError([{ keyId: key.id, reason }])
  }

  /** Paid calls are sent again by the key that sent them first: the same key, not another one in its place. */
  async function assertSameSecret({ paid, key, secret, baseUrl }: Call): Promise<void> {
    if (paid && key && (await accounts.secret(key.id, baseUrl)) !== secret) throw new AppError('conflict', 'The API key was replaced while the call waited')
  }

  return async (call, next) => {
    await assertSameSecret(call)
    throwIfCancelled(call.signal)
    const refusal = standing(call) ?? keyRefusal(call) ?? addressRefusal(call)
    if (refusal) throw refusal
    // The very last: from here on it goes, whatever happens meanwhile.
    await call.paid?.leaving()
    return next(call)
  }
}
