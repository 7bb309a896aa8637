import { expect, test } from 'vitest'
import { findChangedAnnotationParts } from '#renderer/features/annotations/find-changed-annotation-parts.ts'

const change = (add: string[], remove: string[], customer: string | null) => ({ add, remove, customer })

test('A change of several domains is named by what it changes: the tags, the customer, or both', () => {
  expect(findChangedAnnotationParts([change(['VIP'], [], null), change([], ['Old'], null)])).toBe('tags')
  expect(findChangedAnnotationParts([change([], [], '')])).toBe('customer')
  expect(findChangedAnnotationParts([change(['VIP'], [], null), change([], [], 'Aoba')])).toBe('tagsAndCustomer')
  expect(findChangedAnnotationParts([change([], [], null)])).toBe('tagsAndCustomer')
})
