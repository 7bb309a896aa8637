import { expect, test } from 'vitest'
import { getKeyStateAt } from '#main/accounts/get-key-state-at.ts'

const now = 1_000

test.each([
  ['working', null, 'working'],
  ['working', now, 'expired'],
  ['missing', now, 'expired'],
  ['quarantined', now, 'quarantined'],
  ['a state of a later version', null, 'untested'],
])('A key stored as %s that expires at %s is in the state %s', (state, expiresAt, expected) => {
  expect(getKeyStateAt({ state, expires_at: expiresAt }, now)).toBe(expected)
})
