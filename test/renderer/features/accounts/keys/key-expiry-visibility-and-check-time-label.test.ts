import { expect, test } from 'vitest'
import {
  getCheckedAtLabelTextKey,
  isKeyExpiryShown,
} from '#renderer/features/accounts/keys/key-expiry-visibility-and-check-time-label.ts'
import { keyStates } from '#shared/key-states.ts'

test('The time of the last good answer is called the last check only for working and untested keys', () => {
  expect(keyStates.filter((state) => getCheckedAtLabelTextKey(state) === 'checkedAt')).toEqual(['working', 'untested'])
})

test('The expiry is shown for every key except one that the service refused', () => {
  expect(keyStates.filter((state) => !isKeyExpiryShown(state))).toEqual(['quarantined'])
})
