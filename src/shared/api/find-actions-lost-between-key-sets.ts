import type { Endpoint } from './define-endpoint.ts'
import { listPathParamNames } from './define-endpoint.ts'
import { getEndpoint } from './endpoints.ts'
import { endpointByApiKeyAction, apiKeyActions, type ApiKeyAction } from './endpoint-by-api-key-action.ts'
import type { KeyInformation } from './key-and-log-endpoints.ts'
import { findMissingGrant, findGrantForService } from './get-and-check-grants-of-api-keys.ts'

/**
 * What an action loses. `all_targets`: everything. `only`: it still works for `names`. `without`: it no longer works
 * for `names`. Names are in lower case and sorted.
 */
export type LostActionTargets = { kind: 'all_targets' } | { kind: 'only' | 'without'; names: string[] }

export interface ActionLostBetweenKeySets {
  action: ApiKeyAction
  loss: LostActionTargets
}

/** The targets for which keys permit an action: all, or these names in lower case. */
type PermittedTargets = 'all' | ReadonlySet<string>

/**
 * Finds the actions that the keys of `after` permit for fewer targets than the keys of `before`, or not at all,
 * according to `/v1/me`. Permissions that the service does not state forbid nothing, so they are never lost.
 */
export function findActionsLostBetweenKeySets(
  before: readonly KeyInformation[],
  after: readonly KeyInformation[],
): ActionLostBetweenKeySets[] {
  return apiKeyActions.flatMap((action) => {
    const endpoint = getEndpoint(endpointByApiKeyAction[action])
    const permitted = (keys: readonly KeyInformation[]) => permittedTargets(keys, endpoint, action)
    const loss = compareTargets(permitted(before), permitted(after))
    return loss === null ? [] : [{ action, loss }]
  })
}

/** Null if nothing is lost. */
function compareTargets(before: PermittedTargets, after: PermittedTargets): LostActionTargets | null {
  if (after === 'all') return null
  if (before === 'all')
    return after.size === 0 ? { kind: 'all_targets' } : { kind: 'only', names: [...after].toSorted() }
  const lost = [...before].filter((name) => !after.has(name)).toSorted()
  if (lost.length === 0) return null
  return after.size === 0 ? { kind: 'all_targets' } : { kind: 'without', names: lost }
}

function permittedTargets(keys: readonly KeyInformation[], endpoint: Endpoint, action: ApiKeyAction): PermittedTargets {
  const names = new Set<string>()
  for (const me of keys) {
    const ofKey = permittedTargetsOfKey(me, endpoint, action)
    if (ofKey === 'all') return 'all'
    for (const name of ofKey) names.add(name)
  }
  return names
}

function permittedTargetsOfKey(me: KeyInformation, endpoint: Endpoint, action: ApiKeyAction): PermittedTargets {
  const target = listPathParamNames(endpoint.path).find((name) => name === 'domain_name' || name === 'servername')
  const grant = endpoint.service === null ? undefined : findGrantForService(me, endpoint.service)
  if (target === undefined || grant?.target_mode !== 'selected')
    return findMissingGrant(me, endpoint, {}) === null ? 'all' : new Set()
  // A domain that is transferred in is not among the domains of the account, from which the targets are chosen.
  if (action === 'transferDomains') return new Set()
  const targets = (grant.targets ?? []).map((name) => name.toLowerCase())
  return new Set(targets.filter((name) => findMissingGrant(me, endpoint, { [target]: name }) === null))
}
