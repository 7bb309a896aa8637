import { createSSRApp, nextTick } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, onTestFinished, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import { useConsoleRequestAndAnswer } from '#renderer/features/console/console-request-and-answer-store.ts'
import EndpointForm from '#renderer/features/console/EndpointForm.vue'
import { useOpenEmptyEndpointForm } from '#renderer/features/console/useOpenEmptyEndpointForm.ts'
import { useSendConsoleRequest } from '#renderer/features/console/useSendConsoleRequest.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { currentConfirmation } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const openConsole = () =>
  runInSetup(() => ({
    store: useConsoleRequestAndAnswer(),
    open: useOpenEmptyEndpointForm(),
    sender: useSendConsoleRequest(),
  }))
const renderForm = () => renderToString(createSSRApp(EndpointForm, { name: 'domain.setNameservers' }).use(i18n))

test('A request is not sent while a field of its form shows JSON that is not valid, and shows it until it is', async () => {
  const { made, leave } = openConsole()
  const { store, open, sender } = made
  open('domain.setNameservers')
  store.path = '/v1/domain/one.com/nameservers'
  store.body = '{"nameservers":["ns1.example"]}'
  expect(sender.problem.value).toBeNull()
  store.typedJson = { nameservers: '["ns2.example"' }
  expect(sender.problem.value).toEqual({ kind: 'fieldJson' })
  expect(await renderForm()).toContain('value="[&quot;ns2.example&quot;"')
  store.typedJson = { nameservers: '["ns2.example"]' }
  expect(sender.problem.value).toBeNull()
  leave()
})

test.each([
  ['the request', (store: ReturnType<typeof useConsoleRequestAndAnswer>) => (store.path = '/v1/domain/{{b}}')],
  ['the account', (store: ReturnType<typeof useConsoleRequestAndAnswer>) => (store.chosenAccountId = 'b')],
])('The values of variables are asked for again after %s was changed', async (_, change) => {
  const { made, leave } = openConsole()
  const { store, sender } = made
  useAccounts().accounts = ['a', 'b'].map((id) => ({ id, keys: [] }) as unknown as Account)
  store.path = '/v1/domain/{{a}}'
  await sender.send()
  expect(sender.askedVariables.value).toEqual(['a'])
  change(store)
  await nextTick()
  expect(sender.askedVariables.value).toBeNull()
  leave()
})

test('A form that is opened again shows the values of the new request', async () => {
  const { made, leave } = openConsole()
  made.open('domain.setNameservers')
  made.store.typedJson = { nameservers: '["ns2.example"' }
  made.open('domain.setNameservers')
  expect(await renderForm()).not.toContain('ns2.example')
  leave()
})

test('A confirmed change is sent with no other key than the confirmation names', async () => {
  const keys = ['token-of-one', 'other-token-of-one'].map((token) => ({ token }))
  const servers = [{ server_id: 'web01' }]
  const rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys, servers }] } })
  onTestFinished(() => rig.close())
  const account = await rig.addAccount('One', ['token-of-one', 'other-token-of-one'])
  connectRigBridge(rig)
  const { made, leave } = openConsole()
  onTestFinished(leave)
  useAccounts().accounts = [account]
  const request = { method: 'PUT', path: '/v1/server/web01.simulator.example/memo', body: '{"memo":"x"}' } as const
  made.store.load({ ...request, query: [] })
  const { key } = await rig.call('console.preview', { ...made.store.content, accountId: account.id, keyId: null })
  const sending = made.sender.send()
  await expect.poll(() => currentConfirmation.value).not.toBeNull()
  const dialog = currentConfirmation.value
  await dialog?.work?.()
  await rig.call('accounts.removeKey', { accountId: account.id, keyId: key?.id ?? '' })
  rig.simulator.ledger.clear()
  dialog?.answer(true)
  await sending
  expect(rig.simulator.ledger.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  expect(made.store.error).toMatchObject({ kind: 'not_found', details: { keyId: key?.id } })
})
