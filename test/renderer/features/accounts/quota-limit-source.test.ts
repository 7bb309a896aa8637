import { expect, test } from 'vitest'
import { quotaLimitSource } from '#renderer/features/accounts/quota-limit-source.ts'

test('A limit that neither the service documents nor an answer has stated is shown as an estimate', () => {
  expect(quotaLimitSource({ limitClass: 'server', learnt: [] })).toEqual({
    kind: 'estimated',
    estimates: ['perMinute', 'perDay', 'concurrent'],
  })
  expect(quotaLimitSource({ limitClass: 'server', learnt: ['perMinute', 'concurrent'] })).toEqual({
    kind: 'learntSome',
    estimates: ['perDay'],
  })
  expect(quotaLimitSource({ limitClass: 'server', learnt: ['perMinute', 'perDay', 'concurrent'] })).toEqual({
    kind: 'learnt',
    estimates: [],
  })
})

test('A documented limit is shown as documented until an answer states a lower one', () => {
  expect(quotaLimitSource({ limitClass: 'domain', learnt: [] })).toEqual({ kind: 'stated', estimates: [] })
  expect(quotaLimitSource({ limitClass: 'domain', learnt: ['perMinute'] })).toEqual({
    kind: 'statedAndLearnt',
    estimates: [],
  })
})
