import { expect, test } from 'vitest'
import { createTriedUnstoredKeys } from '#main/accounts/tried-unstored-keys.ts'
import { systemClock } from '#main/clock.ts'

test('A tried key is kept for half an hour, and must be typed again after that', () => {
  let now = 0
  const triedUnstoredKeys = createTriedUnstoredKeys({
    clock: { ...systemClock, monotonic: () => now },
    newId: () => 'pending-key',
  })
  const pendingKey = {
    keyTrialId: 'one',
    baseUrl: 'https://service.example',
    secret: 'secret',
    me: { expires_at: null, services: {} },
    expiresAt: null,
    triedAt: 0,
    listedNames: { domain: null, server: null },
  }
  triedUnstoredKeys.add(pendingKey)
  now = 30 * 60_000 - 1
  expect(triedUnstoredKeys.get('pending-key')).toEqual(pendingKey)
  now += 1
  expect(() => triedUnstoredKeys.get('pending-key')).toThrow(expect.objectContaining({ kind: 'not_found' }) as Error)
})
