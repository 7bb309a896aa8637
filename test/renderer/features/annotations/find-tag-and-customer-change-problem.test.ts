import { expect, test } from 'vitest'
import { maxAnnotatedAtOnce } from '#shared/ipc/annotations.ts'
import { findTagAndCustomerChangeProblem } from '#renderer/features/annotations/find-tag-and-customer-change-problem.ts'
import { maxSelectedDomains } from '#renderer/stores/domain-selection.ts'

test('Tags are not sent for more domains than one change may have', () => {
  expect(maxSelectedDomains).toBeGreaterThan(maxAnnotatedAtOnce)
  expect(findTagAndCustomerChangeProblem(maxSelectedDomains, ['VIP'], [], null)).toBe('tooManyDomains')
  expect(findTagAndCustomerChangeProblem(maxAnnotatedAtOnce, ['VIP'], [], null)).toBeNull()
  expect(findTagAndCustomerChangeProblem(1, [], ['VIP'], null)).toBeNull()
  expect(findTagAndCustomerChangeProblem(1, [], [], null)).toBe('nothingChosen')
  expect(findTagAndCustomerChangeProblem(1, [], [], '')).toBeNull()
  expect(findTagAndCustomerChangeProblem(0, ['VIP'], [], null)).toBe('noDomain')
})
