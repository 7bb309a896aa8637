import { expect, test } from 'vitest'
import { fieldRules } from '#shared/api/limits.ts'
import { emptyRecordInput } from '#renderer/features/domains/zone/record-form-input.ts'

const { dnsTtl, dnsPriority } = fieldRules

test('A new record starts with the default TTL and priority of the service', () => {
  expect(emptyRecordInput()).toMatchObject({ ttl: dnsTtl.default, priority: dnsPriority.default })
})
