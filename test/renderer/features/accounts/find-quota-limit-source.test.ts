import { expect, test } from 'vitest'
import { findQuotaLimitSource } from '#renderer/features/accounts/find-quota-limit-source.ts'

test('A limit that neither the service documents nor an answer has stated is shown as an estimate', () => {
  expect(findQuotaLimitSource({ limitClass: 'server', learnt: [] })).toEqual({
    kind: 'estimated',
    estimates: ['perMinute', 'perDay', 'concurrent'],
  })
  expect(findQuotaLimitSource({ limitClass: 'server', learnt: ['perMinute', 'concurrent'] })).toEqual({
    kind: 'learntSome',
    estimates: ['perDay'],
  })
  expect(findQuotaLimitSource({ limitClass: 'server', learnt: ['perMinute', 'perDay', 'concurrent'] })).toEqual({
    kind: 'learnt',
    estimates: [],
  })
})

test('A documented limit is shown as documented until an answer states a lower one', () => {
  expect(findQuotaLimitSource({ limitClass: 'domain', learnt: [] })).toEqual({ kind: 'stated', estimates: [] })
  expect(findQuotaLimitSource({ limitClass: 'domain', learnt: ['perMinute'] })).toEqual({
    kind: 'statedAndLearnt',
    estimates: [],
  })
})
