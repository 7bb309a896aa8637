import { withErrorDetails, type AppError } from '#shared/app-error.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import { isKeyAccepted, isKeyRefused, isPermissionRefused } from '#main/api/http/response-predicates.ts'
import type { CallContext, CallAttemptOutcome } from '#main/api/call-context-and-attempt-outcome.ts'
import type { CallLayer } from '#main/api/compose-call-layers.ts'
import type { AccountsPort } from '#main/api/accounts-port.ts'

/**
 * Reports to the accounts what a response says about the key, and names the key in a refusal. After a 401 the key is
 * not sent again until it is replaced or tested again.
 */
export function createReportRefusedOrAcceptedKeyLayer({
  accounts,
}: {
  accounts: Pick<AccountsPort, 'secret' | 'onKeyRefused' | 'onKeyAccepted'>
}): CallLayer {
  const working = new Set<string>()

  async function reportKeyHealth(call: CallContext, key: Key, outcome: CallAttemptOutcome): Promise<void> {
    if (isKeyRefused(outcome)) {
      working.delete(key.id)
      if (await isStillStored(call, accounts)) accounts.onKeyRefused(key.id, outcome.error as AppError)
    } else if (isKeyAccepted(outcome) && !(working.has(key.id) && key.state === 'working')) {
      working.add(key.id)
      accounts.onKeyAccepted(key.id)
    }
  }

  return async (call, next) => {
    const outcome = withKeyOfRefusal(call, await next(call))
    // The call was made, so its outcome is returned even if the state of its key cannot be stored.
    if (call.key) await reportKeyHealth(call, call.key, outcome).catch(() => undefined)
    return outcome
  }
}

/**
 * An account may have several keys, so the user must see which one was refused. The service and the endpoint of the
 * call show which causes are possible.
 */
function withKeyOfRefusal(
  { key, endpoint, endpointName }: CallContext,
  outcome: CallAttemptOutcome,
): CallAttemptOutcome {
  if (key === null || outcome.error === null || !(isKeyRefused(outcome) || isPermissionRefused(outcome))) return outcome
  return {
    ...outcome,
    error: withErrorDetails(outcome.error, {
      keyId: key.id,
      keyLabel: key.label,
      service: endpoint.service,
      endpoint: endpointName,
    }),
  }
}

/** False if the key was replaced while its last call was in flight. True if the keychain cannot be read. */
async function isStillStored(
  { key, secret, baseUrl }: CallContext,
  accounts: Pick<AccountsPort, 'secret'>,
): Promise<boolean> {
  try {
    return (await accounts.secret(key?.id ?? '', baseUrl)) === secret
  } catch {
    return true
  }
}
