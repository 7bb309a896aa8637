import { expect, test } from 'vitest'
import { describeNamesWithoutResult } from '#renderer/features/orders/acquire-domain/describe-names-without-result.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const errorOf = (kind: 'no_network' | 'timeout' | 'offline') => ({ kind, message: '', details: {} })

test('A reason is named for the names without result only if all of them have it', () => {
  setMessageLanguage('en')
  const describe = (...reasons: Parameters<typeof describeNamesWithoutResult>[0]['reasons']) =>
    describeNamesWithoutResult({ count: 1_200, reasons }, () => false, i18n.global.t, 'en')
  expect(describe('search_stopped')).toBe('No result for 1,200 names: the search was stopped')
  const [ofOne, ofAll] = [describe(errorOf('timeout')), describe(errorOf('timeout'), errorOf('timeout'))]
  expect(ofAll).toMatch(/^No result for 1,200 names: ./)
  expect(ofAll).toBe(ofOne)
  for (const other of ['search_stopped' as const, errorOf('no_network'), null])
    expect(describe(errorOf('timeout'), other)).toBe('No result for 1,200 names, for different reasons')
})

test('A reason that has ended is not named for the names without result', () => {
  setMessageLanguage('en')
  const describe = (...reasons: Parameters<typeof describeNamesWithoutResult>[0]['reasons']) =>
    describeNamesWithoutResult({ count: 2, reasons }, ({ kind }) => kind === 'offline', i18n.global.t, 'en')
  expect(describe(errorOf('offline'), errorOf('offline'))).toBe('No result for 2 names')
  expect(describe(errorOf('offline'), errorOf('timeout'))).toBe('No result for 2 names, for different reasons')
})

test('Names whose order was closed are not said to lack a result because the search was stopped', () => {
  setMessageLanguage('en')
  const names = { count: 2, reasons: [null, null] }
  expect(describeNamesWithoutResult(names, () => false, i18n.global.t, 'en')).toBe('No result for 2 names')
})
