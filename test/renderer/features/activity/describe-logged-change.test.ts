import { expect, test } from 'vitest'
import { describeLoggedChange } from '#renderer/features/activity/describe-logged-change.ts'

test('SSH that was switched is shown on or off in the language of the window, as every other setting', () => {
  const { before, after } = describeLoggedChange(
    { kind: 'server', operation: 'setSsh', subject: null, before: 'off', after: 'on', unproved: null, notListed: null },
    (key) => key,
  )
  expect([before, after]).toEqual(['common.off', 'common.on'])
})

test('The value of another change of a server is shown as it was sent, also if it is a word for a state', () => {
  const { after } = describeLoggedChange(
    { kind: 'server', operation: 'setMemo', subject: null, before: null, after: 'on', unproved: null, notListed: null },
    (key) => key,
  )
  expect(after).toBe('on')
})
