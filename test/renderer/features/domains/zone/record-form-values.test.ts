import { expect, test } from 'vitest'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import { createEmptyRecordInput } from '#renderer/features/domains/zone/record-form-values.ts'

const { dnsTtl, dnsPriority } = requestFieldRules

test('A new record starts with the default TTL and priority of the service', () => {
  expect(createEmptyRecordInput()).toMatchObject({ ttl: dnsTtl.default, priority: dnsPriority.default })
})
