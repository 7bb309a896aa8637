import type { Endpoint } from '#shared/api/endpoint.ts'
import type { EndpointName } from '#shared/api/catalog.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { Clock } from '../clock.ts'
import { refusesKey, refusesPermission } from './evidence.ts'
import { powerOf, refusalByGrants } from '#shared/api/grants.ts'
import { isRetest, noKeyError, refusalByState } from './key-state.ts'
import type { Call, Layer, Outcome } from './pipeline.ts'
import type { ApiAccounts, KeyRefusal } from './types.ts'

interface Question {
  accountId: string
  endpointName: EndpointName
  endpoint: Endpoint
  input: Record<string, unknown>
  wantedKeyId: string | null
}

export interface KeyChoice {
  /** The keys of the account that may do the call, least powerful first but after all others those that lacked the permission, and why the rest may not. */
  choose(question: Question): { keys: Key[]; refusals: KeyRefusal[] }
  /** The service refused the key a permission that `/v1/me` did not show. */
  lacks(key: Key, endpointName: EndpointName): void
}

export function createKeyChoice({ accounts, clock }: { accounts: Pick<ApiAccounts, 'keys'>; clock: Clock }): KeyChoice {
  const lacking = new Set<string>()
  /** What `/v1/me` says may have changed since: then the key is tried again. */
  const askOf = ({ id, checkedAt }: Key, endpointName: EndpointName) => `${id} ${checkedAt} ${endpointName}`

  function choose({ accountId, endpointName, endpoint, input, wantedKeyId }: Question) {
    const all = accounts.keys(accountId)
    const asked = wantedKeyId === null ? all : all.filter((key) => key.id === wantedKeyId)
    if (wantedKeyId !== null && asked.length === 0) throw new AppError('not_found', 'The account has no such key', { details: { keyId: wantedKeyId } })
    const keys: Key[] = []
    const refusals: KeyRefusal[] = []
    for (const key of asked) {
      const reason = refusalByState(key, clock.now(), isRetest(endpointName, wantedKeyId)) ?? refusalByGrants(key.me, endpoint, input)
      if (reason) refusals.push({ keyId: key.id, reason })
      else keys.push(key)
    }
    const isLacking = (key: Key): boolean => lacking.has(askOf(key, endpointName))
    return { keys: keys.toSorted((a, b) => Number(isLacking(a)) - Number(isLacking(b)) || byPower(a, b)), refusals }
  }

  return { choose, lacks: (key, endpointName) => void lacking.add(askOf(key, endpointName)) }
}

function byPower(a: Key, b: Key): number {
  const untested = Number(a.state !== 'working') - Number(b.state !== 'working')
  const [powerA, powerB] = [powerOf(a.me), powerOf(b.me)]
  // Two keys never checked: Infinity less Infinity is no number.
  return (powerA === powerB ? 0 : powerA - powerB) || untested || a.addedAt - b.addedAt
}

/**
 * Chooses the key. When it turns out refused, a read goes on with the next one that may; so does any call whose key was lost while it waited
 * (nothing was sent), or lacks a permission that `/v1/me` did not show (the service refused): such a key is not the first choice again.
 */
export function createSelectKey(keyChoice: KeyChoice): Layer {
  return async (call, next) => {
    if (call.accountId === null) return next(call)
    const tried = new Set<string>()
    let refused: Outcome | null = null
    let mismatch: AppError | null = null
    for (;;) {
      const { keys, refusals } = keyChoice.choose({ ...call, accountId: call.accountId })
      const key = keys.find(({ id }) => !tried.has(id))
      if (!key) {
        if (refused) return refused
        if (mismatch) throw mismatch
        throw noKeyError([...refusals, ...[...tried].filter((id) => !refusals.some(({ keyId }) => keyId === id)).map(asMissing)], call.wantedKeyId)
      }
      tried.add(key.id)
      const outcome = await next({ ...call, key }).catch((thrown: unknown) => {
        if (isAppError(thrown, 'secret_origin_mismatch')) mismatch = thrown
        if (mayTryNext(thrown, call)) return null
        throw thrown
      })
      if (!outcome) continue
      if (refusesPermission(outcome)) keyChoice.lacks(key, call.endpointName)
      if (!mayAskNext(outcome, call)) return outcome
      refused = outcome
    }
  }
}

function mayAskNext(outcome: Outcome, { endpoint, wantedKeyId }: Call): boolean {
  if (wantedKeyId !== null || endpoint.effect === 'paid') return false
  return refusesPermission(outcome) || (refusesKey(outcome) && endpoint.effect === 'read')
}

const asMissing = (keyId: string): KeyRefusal => ({ keyId, reason: 'missing' })

/** The key was lost while the call waited, or the keychain does not hold it for this origin. */
function mayTryNext(thrown: unknown, call: Call): boolean {
  return call.wantedKeyId === null && (isAppError(thrown, 'no_key') || isAppError(thrown, 'secret_missing') || isAppError(thrown, 'secret_origin_mismatch'))
}
