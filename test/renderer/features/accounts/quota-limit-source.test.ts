import { expect, test } from 'vitest'
import { quotaLimitSource } from '#renderer/features/accounts/quota-limit-source.ts'

test('a limit that no answer told and the service does not state is named as an estimate', () => {
  expect(quotaLimitSource({ limitClass: 'server', learnt: [] })).toEqual({
    kind: 'careful',
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

test('a stated limit is told as stated until an answer tells a lower one', () => {
  expect(quotaLimitSource({ limitClass: 'domain', learnt: [] })).toEqual({ kind: 'stated', estimates: [] })
  expect(quotaLimitSource({ limitClass: 'domain', learnt: ['perMinute'] })).toEqual({
    kind: 'statedAndLearnt',
    estimates: [],
  })
})
