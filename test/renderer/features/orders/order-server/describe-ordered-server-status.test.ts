import { expect, test } from 'vitest'
import { describeOrderedServerStatus } from '#renderer/features/orders/order-server/describe-ordered-server-status.ts'
import { i18n } from '#renderer/text/i18n.ts'

i18n.global.locale.value = 'en'
const { t } = i18n.global
const state = { servername: 'new01.example', status: 'setup_pending', expiryDate: null, readAt: 1 }

test('A server is said to be set up only after the service stated it', () => {
  expect(describeOrderedServerStatus(null, true, t)).toMatchObject({ status: 'Reading…', expiry: '—' })
  expect(describeOrderedServerStatus(null, false, t)).toMatchObject({ status: 'Not read yet', expiry: '—' })
  expect(describeOrderedServerStatus(null, false, t).next).toMatch(/payment are complete\. Banto checks again/)
  expect(describeOrderedServerStatus(state, false, t)).toMatchObject({
    status: null,
    expiry: 'set when setup is complete',
  })
  expect(describeOrderedServerStatus(state, false, t).next).toMatch(
    /complete\. The service is setting the server up\. Banto/,
  )
  expect(describeOrderedServerStatus({ ...state, status: 'active', expiryDate: '2027-11-25' }, false, t)).toEqual({
    status: null,
    expiry: '2027-11-25',
    next: null,
  })
})
