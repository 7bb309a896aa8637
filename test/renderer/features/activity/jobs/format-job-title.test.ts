import { expect, test } from 'vitest'
import { formatJobTitle } from '#renderer/features/activity/jobs/format-job-title.ts'
import { i18n } from '#renderer/text/i18n.ts'

i18n.global.locale.value = 'en'
const subject = { sourceKind: 'template', domains: 1, firstDomain: 'example.com' }
const titleWith = (template: { id: string; name: string | null } | null) =>
  formatJobTitle({ ...subject, template }, 'en', i18n.global.t)

test('The title of a job names its template, whether it is built in or of the user', () => {
  expect(titleWith({ id: 'builtin:parked', name: null })).toBe('Template “Parked” for example.com')
  expect(titleWith({ id: 'own', name: 'Our {web} @ Tokyo' })).toBe('Template “Our {web} @ Tokyo” for example.com')
})

test('The title of a template job of an earlier version has no name', () => {
  expect(titleWith(null)).toBe('Template for example.com')
})

test('The title of a job groups the digits of the number of further domains', () => {
  const large = { sourceKind: 'read_domains', domains: 4385, firstDomain: 'example.com', template: null } as const
  expect(formatJobTitle(large, 'en', i18n.global.t)).toBe('Details of example.com and 4,384 more domains')
})

test('The title of a job over many domains counts domains, not records, in Japanese', () => {
  i18n.global.locale.value = 'ja'
  const records = { sourceKind: 'records', domains: 139, firstDomain: 'aoba-tea.tokyo', template: null } as const
  expect(formatJobTitle(records, 'ja', i18n.global.t)).toBe('aoba-tea.tokyo ほか 138 ドメインのレコード')
  i18n.global.locale.value = 'en'
})
