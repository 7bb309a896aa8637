import { expect, test } from 'vitest'
import { checkedAtTextKey, isKeyExpiryShown } from '#renderer/features/accounts/keys/key-check-text.ts'
import { keyStates } from '#shared/ipc/accounts.ts'

test('the time of the last check is not told as the time of a refusal that came after it', () => {
  expect(keyStates.filter((state) => checkedAtTextKey(state) === 'checkedAt')).toEqual(['working', 'untested'])
})

test('the expiry is told of every key but one that the service refused', () => {
  expect(keyStates.filter((state) => !isKeyExpiryShown(state))).toEqual(['quarantined'])
})
