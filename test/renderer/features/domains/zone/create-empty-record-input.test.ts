import { expect, test } from 'vitest'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import { createEmptyRecordInput } from '#renderer/features/domains/zone/create-empty-record-input.ts'

const { dnsTtl, dnsPriority } = requestFieldRules

test('A new record starts with the default TTL and priority of the service', () => {
  expect(createEmptyRecordInput()).toMatchObject({ ttl: dnsTtl.default, priority: dnsPriority.default })
})
