import { expect, test } from 'vitest'
import type { WireError } from '#shared/app-error.ts'
import { findSectionWithSameError } from '#renderer/features/domains/find-section-with-same-error.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const error = (code: string): WireError => ({
  kind: 'service',
  status: 404,
  code,
  message: `${code} text`,
  details: {},
})

test('Only the first of the sections with the same error shows it in full', () => {
  setMessageLanguage('en')
  const errors = [
    { section: 'detail', error: null },
    { section: 'nameservers', error: error('NOT_FOUND') },
    { section: 'whois', error: error('NOT_FOUND') },
    { section: 'lock', error: error('OTHER') },
  ]
  const found = errors.map(({ section }) => findSectionWithSameError(section, errors))
  expect(found).toEqual([null, null, 'nameservers', null])
})
