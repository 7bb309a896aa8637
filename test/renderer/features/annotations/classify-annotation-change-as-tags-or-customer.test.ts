import { expect, test } from 'vitest'
import { getAnnotationChangeTextKeyPart } from '#renderer/features/annotations/classify-annotation-change-as-tags-or-customer.ts'

const change = (add: string[], remove: string[], customer: string | null) => ({ add, remove, customer })

test('A change of several domains is named by what it changes: the tags, the customer, or both', () => {
  expect(getAnnotationChangeTextKeyPart([change(['VIP'], [], null), change([], ['Old'], null)])).toBe('tags')
  expect(getAnnotationChangeTextKeyPart([change([], [], '')])).toBe('customer')
  expect(getAnnotationChangeTextKeyPart([change(['VIP'], [], null), change([], [], 'Aoba')])).toBe('tagsAndCustomer')
  expect(getAnnotationChangeTextKeyPart([change([], [], null)])).toBe('tagsAndCustomer')
})
