import type { AppError } from '#shared/errors.ts'
import { provesKey, refusesKey } from './evidence.ts'
import type { Call, Layer } from './pipeline.ts'
import type { ApiAccounts } from './types.ts'

/** Tells the accounts what an answer says about the key: a key that answers 401 is not sent again until replaced or tested again. */
export function createQuarantine({ accounts }: { accounts: Pick<ApiAccounts, 'secret' | 'keyRefused' | 'keyWorked'> }): Layer {
  const working = new Set<string>()
  return async (call, next) => {
    const outcome = await next(call)
    if (!call.key) return outcome
    if (refusesKey(outcome)) {
      working.delete(call.key.id)
      if (await isStillStored(call, accounts)) accounts.keyRefused(call.key.id, outcome.error as AppError)
    } else if (provesKey(outcome) && !(working.has(call.key.id) && call.key.state === 'working')) {
      working.add(call.key.id)
      accounts.keyWorked(call.key.id)
    }
    return outcome
  }
}

/** The key may have been replaced while its last call was on its way. */
async function isStillStored({ key, secret }: Call, accounts: Pick<ApiAccounts, 'secret'>): Promise<boolean> {
  try {
    return (await accounts.secret(key?.id ?? '')) === secret
  } catch {
    return true
  }
}
