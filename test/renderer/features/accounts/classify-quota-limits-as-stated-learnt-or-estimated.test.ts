import { expect, test } from 'vitest'
import { classifyQuotaLimitsAsStatedLearntOrEstimated } from '#renderer/features/accounts/classify-quota-limits-as-stated-learnt-or-estimated.ts'

test('A limit that neither the service documents nor an answer has stated is shown as an estimate', () => {
  expect(classifyQuotaLimitsAsStatedLearntOrEstimated({ limitClass: 'server', learnt: [] })).toEqual({
    kind: 'estimated',
    estimates: ['perMinute', 'perDay', 'concurrent'],
  })
  expect(
    classifyQuotaLimitsAsStatedLearntOrEstimated({ limitClass: 'server', learnt: ['perMinute', 'concurrent'] }),
  ).toEqual({ kind: 'learntSome', estimates: ['perDay'] })
  expect(
    classifyQuotaLimitsAsStatedLearntOrEstimated({
      limitClass: 'server',
      learnt: ['perMinute', 'perDay', 'concurrent'],
    }),
  ).toEqual({ kind: 'learnt', estimates: [] })
})

test('A documented limit is shown as documented until an answer states a lower one', () => {
  expect(classifyQuotaLimitsAsStatedLearntOrEstimated({ limitClass: 'domain', learnt: [] })).toEqual({
    kind: 'stated',
    estimates: [],
  })
  expect(classifyQuotaLimitsAsStatedLearntOrEstimated({ limitClass: 'domain', learnt: ['perMinute'] })).toEqual({
    kind: 'statedAndLearnt',
    estimates: [],
  })
})
