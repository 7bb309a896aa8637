import { expect, test } from 'vitest'
import { describeShownRowCount } from '#renderer/ui/filters/describe-shown-row-count.ts'
import { i18n } from '#renderer/text/i18n.ts'

const counts = { total: 1, byStatus: [{ status: 'active', count: 1 }], gone: 2 }
const textOf = (statuses: string[], isFiltered = true) =>
  describeShownRowCount('domains', counts, { statuses, isFiltered }, 'en', i18n.global.t)

test('The number beside the title counts gone rows apart, like the chips, and agrees in number with its noun', () => {
  i18n.global.locale.value = 'en'
  expect(textOf([], false)).toBe('1 domain')
  expect(textOf(['active'])).toBe('1 of 1 domain')
  expect(textOf(['gone'])).toBe('2 gone domains')
  expect(textOf(['active', 'gone'])).toBe('1 domain · 2 gone domains')
})
