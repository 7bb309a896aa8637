import { expect, test } from 'vitest'
import { maxTargetsPerAnnotationChange } from '#shared/ipc/annotations.ts'
import { findTagAndCustomerChangeProblem } from '#renderer/features/annotations/find-tag-and-customer-change-problem.ts'
import { maxSelectedDomains } from '#renderer/stores/domain-selection.ts'
import { maxSelectedServers } from '#renderer/stores/server-selection.ts'

test('Tags can be sent for as many domains as can be selected, if any are chosen', () => {
  expect(maxSelectedDomains).toBeLessThanOrEqual(maxTargetsPerAnnotationChange)
  expect(maxSelectedServers).toBeLessThanOrEqual(maxTargetsPerAnnotationChange)
  expect(findTagAndCustomerChangeProblem(maxSelectedDomains, ['VIP'], [], null)).toBeNull()
  expect(findTagAndCustomerChangeProblem(1, [], ['VIP'], null)).toBeNull()
  expect(findTagAndCustomerChangeProblem(1, [], [], null)).toBe('nothingChosen')
  expect(findTagAndCustomerChangeProblem(1, [], [], '')).toBeNull()
  expect(findTagAndCustomerChangeProblem(0, ['VIP'], [], null)).toBe('noDomain')
})
