import { expect, test } from 'vitest'
import type { ErrorKind } from '#shared/error-kinds.ts'
import { getSameErrorAsAboveTextKey } from '#renderer/features/domains/get-same-error-as-above-text-key.ts'

test('A call that Banto did not send is not said to have failed', () => {
  const unsent: ErrorKind[] = ['address_guarded', 'offline', 'paused', 'no_key', 'keychain_locked', 'waited_too_long']
  const failed: ErrorKind[] = [
    'service',
    'timeout',
    'no_network',
    'unknown_shape',
    'cancelled',
    'bug',
    'unreadable_row',
  ]
  expect(unsent.map((kind) => getSameErrorAsAboveTextKey({ kind }))).toEqual(
    unsent.map(() => 'domains.facet.sameReasonNotSent'),
  )
  expect(failed.map((kind) => getSameErrorAsAboveTextKey({ kind }))).toEqual(
    failed.map(() => 'domains.facet.sameError'),
  )
})
