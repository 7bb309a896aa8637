import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endpointNames, getEndpoint } from '#shared/api/endpoints.ts'
import { findActionsLostBetweenKeySets } from '#shared/api/find-actions-lost-between-key-sets.ts'
import { endpointByApiKeyAction, apiKeyActions } from '#shared/api/endpoint-by-api-key-action.ts'
import { keyInformationSchema, type KeyInformation } from '#shared/api/key-and-log-endpoints.ts'
import { findMissingGrant } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import { domainPermissionCategories } from '#shared/api/key-service-and-permission-category-names.ts'

const names = ['a.example', 'b.example', 'c.example']
const outside = 'outside.example'

const level = fc.constantFrom('full', 'read', 'none')
const grant = fc.record(
  {
    permission_type: fc.constantFrom('full', 'read', 'custom'),
    target_mode: fc.constantFrom('all', 'selected'),
    targets: fc.subarray(names),
    permissions: fc.dictionary(fc.constantFrom(...domainPermissionCategories), level),
    allow_acquisition: fc.boolean(),
    allow_signup: fc.boolean(),
  },
  { requiredKeys: ['permission_type', 'target_mode', 'targets'] },
)
const keyInformation = fc
  .record({ domain: grant, server: grant }, { requiredKeys: [] })
  .map((services): KeyInformation => keyInformationSchema.parse({ expires_at: null, services }))

const permits = (keys: readonly KeyInformation[], name: (typeof endpointNames)[number], target: string) =>
  keys.some((me) => findMissingGrant(me, getEndpoint(name), { domain_name: target, servername: target }) === null)

test('Every endpoint with a service needs the permissions of an action', () => {
  const needs = (name: (typeof endpointNames)[number]) => {
    const { service, category, extraPermission = null, scope } = getEndpoint(name)
    // With an extra permission (ordering), an endpoint may read or write, as the list of plans does. So its scope is
    // not compared.
    return JSON.stringify([service, category, extraPermission, extraPermission === null ? scope : 'any'])
  }
  const covered = new Set(apiKeyActions.map((action) => needs(endpointByApiKeyAction[action])))
  for (const name of endpointNames) if (getEndpoint(name).service !== null) expect(covered, name).toContain(needs(name))
})

test('An action is lost exactly for the targets that the old keys permit and the new keys do not', () => {
  fc.assert(
    fc.property(
      fc.array(keyInformation, { minLength: 1, maxLength: 2 }),
      fc.array(keyInformation, { minLength: 1, maxLength: 3 }),
      (before, after) => {
        const lost = new Map(findActionsLostBetweenKeySets(before, after).map(({ action, loss }) => [action, loss]))
        for (const action of apiKeyActions) {
          const endpoint = endpointByApiKeyAction[action]
          const loss = lost.get(action)
          // A domain that is transferred in is not in the account yet, so it is not among the targets of a key.
          for (const target of action === 'transferDomains' ? [outside] : [...names, outside]) {
            const isLost = permits(before, endpoint, target) && !permits(after, endpoint, target)
            const isSaid =
              loss !== undefined &&
              (loss.kind === 'all_targets' ||
                (loss.kind === 'only' ? !loss.names.includes(target) : loss.names.includes(target)))
            if (isLost) expect(isSaid, `${action} ${target}`).toBe(true)
            else if (permits(before, endpoint, target)) expect(isSaid, `${action} ${target}`).toBe(false)
          }
        }
      },
    ),
  )
})

test('A key that states no services is not called weaker', () => {
  const full = keyInformationSchema.parse({
    expires_at: null,
    services: { domain: { permission_type: 'full', target_mode: 'all' } },
  })
  expect(findActionsLostBetweenKeySets([full], [keyInformationSchema.parse({ expires_at: null })])).toEqual([])
})
