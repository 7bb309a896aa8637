import type { AppError } from '#shared/app-error.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import { isKeyAccepted, isKeyRefused } from '#main/api/http/classify-response.ts'
import type { CallContext, Middleware, CallOutcome } from '#main/api/middleware.ts'
import type { AccountsPort } from '#main/api/types.ts'

/** Tells the accounts what an answer says about the key: a key that answers 401 is not sent again until replaced or tested again. */
export function createKeyHealthLayer({ accounts }: { accounts: Pick<AccountsPort, 'secret' | 'onKeyRefused' | 'onKeyAccepted'> }): Middleware {
  const working = new Set<string>()

  async function reportKeyHealth(call: CallContext, key: Key, outcome: CallOutcome): Promise<void> {
    if (isKeyRefused(outcome)) {
      working.delete(key.id)
      if (await isStillStored(call, accounts)) accounts.onKeyRefused(key.id, outcome.error as AppError)
    } else if (isKeyAccepted(outcome) && !(working.has(key.id) && key.state === 'working')) {
      working.add(key.id)
      accounts.onKeyAccepted(key.id)
    }
  }

  return async (call, next) => {
    const outcome = await next(call)
    // The call was made and its answer holds, even where the state of its key cannot be written.
    if (call.key) await reportKeyHealth(call, call.key, outcome).catch(() => undefined)
    return outcome
  }
}

/** The key may have been replaced while its last call was on its way. */
async function isStillStored({ key, secret, baseUrl }: CallContext, accounts: Pick<AccountsPort, 'secret'>): Promise<boolean> {
  try {
    return (await accounts.secret(key?.id ?? '', baseUrl)) === secret
  } catch {
    return true
  }
}
