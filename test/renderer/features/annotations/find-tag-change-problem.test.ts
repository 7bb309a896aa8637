import { expect, test } from 'vitest'
import { maxAnnotatedAtOnce } from '#shared/ipc/annotations.ts'
import { findTagChangeProblem } from '#renderer/features/annotations/find-tag-change-problem.ts'
import { maxSelectedDomains } from '#renderer/stores/domain-selection.ts'

test('Tags are not sent for more domains than one change may have', () => {
  expect(maxSelectedDomains).toBeGreaterThan(maxAnnotatedAtOnce)
  expect(findTagChangeProblem(maxSelectedDomains, ['VIP'], [])).toBe('tooManyDomains')
  expect(findTagChangeProblem(maxAnnotatedAtOnce, ['VIP'], [])).toBeNull()
  expect(findTagChangeProblem(1, [], ['VIP'])).toBeNull()
  expect(findTagChangeProblem(1, [], [])).toBe('noTag')
  expect(findTagChangeProblem(0, ['VIP'], [])).toBe('noDomain')
})
