import { createPinia, setActivePinia } from 'pinia'
import { effectScope } from 'vue'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { useQuoteAndPayment } from '#renderer/features/orders/checkout/useQuoteAndPayment.ts'
import { useAuthCodeKeptInMain } from '#renderer/features/orders/transfer-domain/useAuthCodeKeptInMain.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'
import { rightAuthCode, startOrdersThroughCommandsRig } from '#test/main/orders/orders-through-commands-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

beforeEach(() => {
  setActivePinia(createPinia())
})

test('A payment that main refuses without the auth code forgets the code and asks the user to enter it again', async () => {
  const { rig, accountId } = await startOrdersThroughCommandsRig()
  connectRigBridge(rig)
  setMessageLanguage('en')
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const open = () => ({ code: useAuthCodeKeptInMain(), purchase: useQuoteAndPayment() })
  const { code, purchase } = scope.run(open) as ReturnType<typeof open>
  code.typed.value = rightAuthCode
  const authCodeId = (await code.keep()) ?? ''
  const item = { kind: 'transfer', accountId, name: 'away.com' } as const
  const quote = await purchase.ask([item], { authCodeIds: { 'away.com': authCodeId } })
  expect(code.forgetIfNoLongerKept(purchase.payError.value)).toBe(false)
  expect(code.authCodeId.value).toBe(authCodeId)

  await rig.call('orders.discardAuthCode', { authCodeId })
  expect(await purchase.pay(quote?.rows.map(({ id }) => id) ?? [], quote?.totalYen ?? 0)).toBeNull()
  expect(code.forgetIfNoLongerKept(purchase.payError.value)).toBe(true)
  expect(code.authCodeId.value).toBeNull()
  expect(code.error.value && describeError(code.error.value)).toEqual({
    title: 'Banto no longer keeps the entered auth code',
    remedy: 'Nothing was charged. An entered auth code is kept for 30 minutes. Enter the auth code again.',
    detail: null,
  })
})

test('An auth code that main has discarded because of its age is not said to be kept, and must be entered again', async () => {
  const { rig } = await startOrdersThroughCommandsRig()
  const bridge = connectRigBridge(rig)
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const code = scope.run(useAuthCodeKeptInMain) as ReturnType<typeof useAuthCodeKeptInMain>
  code.typed.value = rightAuthCode
  const authCodeId = (await code.keep()) ?? ''
  bridge.emit('orders.authCodeExpired', { authCodeId: 'another' })
  expect(code.authCodeId.value).toBe(authCodeId)
  bridge.emit('orders.authCodeExpired', { authCodeId })
  expect(code.authCodeId.value).toBeNull()
  expect(code.error.value).toMatchObject({ kind: 'not_found', details: { what: 'authCode' } })
})
