import type { AppError } from '#shared/errors.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import { provesKey, refusesKey } from './evidence.ts'
import type { Call, Layer, Outcome } from './pipeline.ts'
import type { ApiAccounts } from './types.ts'

/** Tells the accounts what an answer says about the key: a key that answers 401 is not sent again until replaced or tested again. */
export function createQuarantine({ accounts }: { accounts: Pick<ApiAccounts, 'secret' | 'keyRefused' | 'keyWorked'> }): Layer {
  const working = new Set<string>()

  async function tell(call: Call, key: Key, outcome: Outcome): Promise<void> {
    if (refusesKey(outcome)) {
      working.delete(key.id)
      if (await isStillStored(call, accounts)) accounts.keyRefused(key.id, outcome.error as AppError)
    } else if (provesKey(outcome) && !(working.has(key.id) && key.state === 'working')) {
      working.add(key.id)
      accounts.keyWorked(key.id)
    }
  }

  return async (call, next) => {
    const outcome = await next(call)
    // The call was made and its answer holds, even where the state of its key cannot be written.
    if (call.key) await tell(call, call.key, outcome).catch(() => undefined)
    return outcome
  }
}

/** The key may have been replaced while its last call was on its way. */
async function isStillStored({ key, secret, baseUrl }: Call, accounts: Pick<ApiAccounts, 'secret'>): Promise<boolean> {
  try {
    return (await accounts.secret(key?.id ?? '', baseUrl)) === secret
  } catch {
    return true
  }
}
