import { expect, onTestFinished, test } from 'vitest'
import { ref } from 'vue'
import { keyInformationSchema, type KeyInformation } from '#shared/api/key-and-log-endpoints.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { useOpenOrdersOfReplacedKey } from '#renderer/features/accounts/keys/useOpenOrdersOfReplacedKey.ts'
import { startOrdersThroughCommandsRig } from '#test/main/orders/orders-through-commands-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const me = (domain: object) =>
  keyInformationSchema.parse({ expires_at: null, services: { domain: { target_mode: 'all', ...domain } } })

test('Replacing a key by one that may not send its open orders says how many there are', async () => {
  setMessageLanguage('en')
  const { accountId, rig } = await startOrdersThroughCommandsRig()
  const bridge = connectRigBridge(rig)
  const { rows, totalYen } = await rig.call('orders.quote', {
    quoteId: 'waits',
    items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
  })
  await rig.call('accounts.update', { accountId, isPaused: true })
  const rowIds = rows.map(({ id }) => id)
  const { intentIds } = await rig.call('orders.confirm', { quoteId: 'waits', rowIds, totalYen, agreesToTerms: true })
  const { keyId } = await rig.call('orders.intent', { intentId: intentIds[0] as string })
  const { keys } = (await rig.call('accounts.list', null)).find(({ id }) => id === accountId) as Account
  const replaced = keys.find(({ id }) => id === keyId) ?? null
  const other = keys.find(({ id }) => id !== keyId) ?? null

  const tried = ref<KeyInformation | null>(null)
  const { made, leave } = runInSetup(() => ({
    ofKey: useOpenOrdersOfReplacedKey(replaced, () => tried.value),
    ofOther: useOpenOrdersOfReplacedKey(other, () => tried.value),
    ofNew: useOpenOrdersOfReplacedKey(null, () => tried.value),
  }))
  onTestFinished(leave)
  tried.value = me({ permission_type: 'full', allow_acquisition: false })
  await expect.poll(() => made.ofKey.value).toContain(`1 open order uses ${replaced?.label}.`)
  expect([made.ofOther.value, made.ofNew.value]).toEqual([null, null])
  tried.value = me({ permission_type: 'full', allow_acquisition: true })
  expect(made.ofKey.value).toBeNull()
  tried.value = me({ permission_type: 'read', allow_acquisition: false })
  expect(made.ofKey.value).toContain('1 open order')
  await rig.call('orders.abandon', { intentIds })
  bridge.emit('orders.changed', { intentIds })
  await expect.poll(() => made.ofKey.value).toBeNull()
})
