import { describe, expect, test } from 'vitest'
import { isKeyError, isPermissionError, isTransientError } from '#shared/api/error-predicates.ts'
import {
  errorKinds,
  hasErrorConsequence,
  isErrorCausedBy,
  getRequestStateOfError,
  errorKindsWithUnsentRequest,
} from '#shared/error-kinds.ts'

const kindsWith = (isIncluded: (error: { kind: (typeof errorKinds)[number] }) => boolean) =>
  errorKinds.filter((kind) => isIncluded({ kind }))

describe('The table of error kinds', () => {
  test('Only errors before a connection prove that nothing was sent', () => {
    expect(errorKindsWithUnsentRequest).toEqual(['no_network', 'tls', 'proxy_unreachable', 'proxy_refused'])
  })

  test('Only network errors, refusals of a proxy and responses say anything about a request', () => {
    expect(kindsWith((error) => getRequestStateOfError(error) !== null)).toEqual(
      kindsWith(
        (error) =>
          isErrorCausedBy(error, 'network') || isErrorCausedBy(error, 'service') || error.kind === 'proxy_refused',
      ),
    )
  })

  test('An error of the keychain or of the storage ends a run and delays every order of the account', () => {
    for (const kind of kindsWith((error) => isErrorCausedBy(error, 'keychain') || isErrorCausedBy(error, 'storage'))) {
      expect(hasErrorConsequence({ kind }, 'ends_run'), kind).toBe(true)
      expect(hasErrorConsequence({ kind }, 'delays_account'), kind).toBe(true)
    }
  })

  test('An error that the user caused on purpose ends a run and is not stored', () => {
    for (const kind of kindsWith((error) => isErrorCausedBy(error, 'user_choice'))) {
      expect(hasErrorConsequence({ kind }, 'ends_run'), kind).toBe(true)
      expect(hasErrorConsequence({ kind }, 'not_stored'), kind).toBe(true)
    }
  })

  test('A key error is an unusable key, a missing or moved secret, or a refusal with 401 or 403', () => {
    expect(kindsWith(isKeyError)).toEqual(['no_key', 'secret_missing', 'secret_origin_mismatch'])
    expect([401, 402, 403, 404, 500].filter((status) => isKeyError({ kind: 'service', status }))).toEqual([401, 403])
  })

  test('A 403 is about a permission only if the service itself sent it', () => {
    expect(kindsWith(({ kind }) => isPermissionError({ kind, status: 403 }))).toEqual(['service'])
    expect([401, 404].filter((status) => isPermissionError({ kind: 'service', status }))).toEqual([])
  })

  test('A lost response, a 429 and a 5xx are transient errors, and an untrusted certificate is not', () => {
    expect(kindsWith(isTransientError)).toEqual(['no_network', 'proxy_unreachable', 'timeout', 'cut_off'])
    expect([402, 409, 429, 500, 503].filter((status) => isTransientError({ kind: 'service', status }))).toEqual([
      429, 500, 503,
    ])
  })
})
