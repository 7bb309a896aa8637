import { expect, test } from 'vitest'
import { errorTimeTextKey } from '#renderer/ui/notices/error-time-text-key.ts'

test.each(['no_key', 'paused', 'offline', 'keychain_locked'] as const)(
  'The time of the error %s is not called that of an attempt, because no request led to it',
  (kind) => expect(errorTimeTextKey({ kind })).toBe('common.asOf'),
)

test.each(['service', 'timeout', 'no_network', 'not_the_service'] as const)(
  'The time of the error %s is that of an attempt',
  (kind) => expect(errorTimeTextKey({ kind })).toBe('common.attempted'),
)
