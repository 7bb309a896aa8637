import { expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import { describeStoredAndKeyLimitedCounts } from '#renderer/features/accounts/describe-stored-and-key-limited-counts.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const keyFor = (...targets: string[]) => ({
  state: 'working',
  me: { expires_at: null, services: { domain: { target_mode: 'selected', targets } } },
})
const account = (keys: unknown[]) => ({ domains: 75, domainsReadAt: 1, keys }) as unknown as Account
const format = (keys: unknown[]) => describeStoredAndKeyLimitedCounts(account(keys), 'domains', i18n.global.t, 'en')

test('Domains that a removed key read are not said to be those that the current keys are restricted to', () => {
  setMessageLanguage('en')
  const keys = [keyFor('one.com', 'two.com'), keyFor('TWO.com', 'three.com')]
  expect(format(keys)).toEqual({
    count: '75',
    restriction: 'the present keys read only 3 selected domains (at the key check)',
  })
  expect(format([keyFor('one.com')])).toEqual({
    count: '75',
    restriction: 'the present keys read only 1 selected domain (at the key check)',
  })
  expect(format([...keys, { state: 'untested', me: null }])).toEqual({ count: '75', restriction: null })
  setMessageLanguage('ja')
  expect(format(keys)).toEqual({
    count: '75',
    restriction: '現在のAPIキーで読めるのは、選択された 3 ドメインのみ（キー確認時点）',
  })
})

test('A key that is not sent neither adds selected domains nor hides that the others are restricted', () => {
  setMessageLanguage('en')
  const restriction = 'the present keys read only 1 selected domain (at the key check)'
  const expired = { ...keyFor('two.com', 'three.com'), state: 'expired' }
  const refusedForAll = { state: 'quarantined', me: { expires_at: null, services: { domain: { target_mode: 'all' } } } }
  expect(format([keyFor('one.com'), expired])).toEqual({ count: '75', restriction })
  expect(format([keyFor('one.com'), refusedForAll])).toEqual({ count: '75', restriction })
  expect(format([{ ...keyFor('one.com'), state: 'expired' }])).toEqual({ count: '75', restriction })
})
