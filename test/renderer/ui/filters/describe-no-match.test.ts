import { expect, test } from 'vitest'
import { i18n } from '#renderer/text/i18n.ts'
import {
  countGoneMatches,
  describeNoDomainOrServerMatch,
  describeNoChangeMatch,
  describeNoOrderOrChangeMatch,
} from '#renderer/ui/filters/describe-no-match.ts'

i18n.global.locale.value = 'en'
const t = i18n.global.t as Parameters<typeof describeNoDomainOrServerMatch>[3]

test('Gone rows that match the search are counted only if the list excludes them', () => {
  const counts = { gone: 3 }
  expect(countGoneMatches(counts, { isSearched: true, statuses: [] })).toBe(3)
  expect(countGoneMatches(counts, { isSearched: true, statuses: ['active'] })).toBe(3)
  expect(countGoneMatches(counts, { isSearched: true, statuses: ['gone'] })).toBe(0)
  expect(countGoneMatches(counts, { isSearched: false, statuses: ['active'] })).toBe(0)
  expect(countGoneMatches(null, { isSearched: true, statuses: [] })).toBe(0)
})

test('The text of an empty list names gone rows that match and unread data that may match', () => {
  const words = (gone: number, isPartlyRead: boolean) =>
    describeNoDomainOrServerMatch('domains', { gone, isPartlyRead, isOfSelection: false }, 'en', t)
  expect(words(0, false)).toBe('No domain in the lists matches these filters.')
  expect(words(1, false)).toBe(
    'No domain in the lists matches these filters. Among the domains that are gone from the lists, 1 matches.',
  )
  expect(words(1_200, true)).toBe(
    'No domain read so far matches these filters. Among the domains that are gone from the lists, 1,200 match. Data not read yet may contain a match.',
  )
})

test('The text of an empty list of changes says that a text is not compared with the displayed words', () => {
  const words = (isTextSearched: boolean) =>
    describeNoChangeMatch('activity', { isTextSearched, isOfSelection: false }, t)
  expect(words(false)).toBe('No recorded change matches the filters.')
  expect(words(true)).toBe(
    'No recorded change matches the filters. The text is searched in names and values as the service writes them. Words such as “On” or “Setting up” are not searched.',
  )
})

test('The text of an empty list names the selected accounts only if not all accounts are selected', () => {
  for (const area of ['orders', 'activity', 'detectedChanges'] as const) {
    expect(describeNoOrderOrChangeMatch(area, false, t)).not.toContain('selected')
    expect(describeNoOrderOrChangeMatch(area, true, t)).toMatch(/\. Only the selected accounts are listed\.$/)
  }
  const words = (isOfSelection: boolean) =>
    describeNoDomainOrServerMatch('servers', { gone: 0, isPartlyRead: false, isOfSelection }, 'en', t)
  expect(words(false)).toBe('No server in the lists matches these filters.')
  expect(words(true)).toBe('No server in the lists matches these filters. Only the selected accounts are listed.')
})
