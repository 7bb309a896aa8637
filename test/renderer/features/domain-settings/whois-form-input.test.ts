import { expect, test } from 'vitest'
import {
  createWhoisPlanSource,
  createEmptyWhoisFields,
  fillMissingWhoisFields,
  getWhoisFieldsInLocaleOrder,
} from '#renderer/features/domain-settings/whois-form-input.ts'

const before = { privacy: true, fields: fillMissingWhoisFields({ city: 'Chiyoda', country: 'JP' }) }

test('The form of one domain plans only the fields that differ, including a field that was emptied', () => {
  const typed = { ...before.fields, city: ' Minato ', country: '' }
  expect(createWhoisPlanSource(before, { privacy: true, fields: typed })).toEqual({
    kind: 'whois',
    fields: { city: 'Minato', country: '' },
  })
  expect(createWhoisPlanSource(before, { privacy: true, fields: before.fields })).toBeNull()
  expect(createWhoisPlanSource(before, { privacy: false, fields: before.fields })).toEqual({
    kind: 'whois',
    privacy: false,
  })
})

test('The form of several domains keeps the value of each domain where a field is empty', () => {
  const fields = { ...createEmptyWhoisFields(), city: 'Minato' }
  expect(createWhoisPlanSource(null, { privacy: null, fields })).toEqual({ kind: 'whois', fields: { city: 'Minato' } })
  expect(createWhoisPlanSource(null, { privacy: null, fields: createEmptyWhoisFields() })).toBeNull()
  expect(createWhoisPlanSource(null, { privacy: false, fields: null })).toEqual({ kind: 'whois', privacy: false })
})

test('The Whois form asks for the last name first in Japanese only', () => {
  const names = (locale: string) => getWhoisFieldsInLocaleOrder(locale).filter((field) => field.endsWith('_name'))
  expect(names('ja')).toEqual(['organization_name', 'last_name', 'first_name'])
  expect(names('en')).toEqual(['organization_name', 'first_name', 'last_name'])
  expect(getWhoisFieldsInLocaleOrder('ja').toSorted()).toEqual(getWhoisFieldsInLocaleOrder('en').toSorted())
})
