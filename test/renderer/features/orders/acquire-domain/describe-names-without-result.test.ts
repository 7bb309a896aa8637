import { expect, test } from 'vitest'
import { describeNamesWithoutResult } from '#renderer/features/orders/acquire-domain/describe-names-without-result.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const errorOf = (kind: 'no_network' | 'timeout') => ({ kind, message: '', details: {} })

test('A reason is named for the names without result only if all of them have it', () => {
  setMessageLanguage('en')
  const describe = (...errors: Parameters<typeof describeNamesWithoutResult>[0]['errors']) =>
    describeNamesWithoutResult({ count: 1_200, errors }, i18n.global.t, 'en')
  expect(describe(null)).toBe('No result for 1,200 names: the search was stopped')
  const [ofOne, ofAll] = [describe(errorOf('timeout')), describe(errorOf('timeout'), errorOf('timeout'))]
  expect(ofAll).toMatch(/^No result for 1,200 names: ./)
  expect(ofAll).toBe(ofOne)
  for (const other of [null, errorOf('no_network')])
    expect(describe(errorOf('timeout'), other)).toBe('No result for 1,200 names, for different reasons')
})
