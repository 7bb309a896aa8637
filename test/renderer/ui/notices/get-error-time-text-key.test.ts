import { expect, test } from 'vitest'
import { getErrorTimeTextKey } from '#renderer/ui/notices/get-error-time-text-key.ts'

test.each(['no_key', 'paused', 'offline', 'keychain_locked'] as const)(
  'The time of the error %s is not called that of an attempt, because no request led to it',
  (kind) => expect(getErrorTimeTextKey({ kind })).toBe('common.asOf'),
)

test.each(['service', 'timeout', 'no_network', 'not_the_service'] as const)(
  'The time of the error %s is that of an attempt',
  (kind) => expect(getErrorTimeTextKey({ kind })).toBe('common.attempted'),
)
