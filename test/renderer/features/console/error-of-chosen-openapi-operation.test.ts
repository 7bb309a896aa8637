import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { nextTick, ssrContextKey, type Plugin, type Ref } from 'vue'
import type { AppError } from '#shared/app-error.ts'
import { useConsoleRequestAndAnswer } from '#renderer/features/console/console-request-and-answer-store.ts'
import OpenapiOperationsTab from '#renderer/features/console/OpenapiOperationsTab.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { mailDocumentPath } from '#test/main/openapi/build-and-import-openapi-documents.ts'
import { startSimulator } from '#simulator/start-simulator.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge, type RigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

/** The tests compile components for the server. Their setup needs its context. */
const withServerContext: Plugin = (app) => app.provide(ssrContextKey, {})
let rig: SimulatorRig
let bridge: RigBridge
const accountIds: string[] = []

beforeAll(async () => {
  const tokens = ['a-key-of-the-first', 'a-key-of-the-second']
  rig = await startSimulatorRig({ world: { users: tokens.map((token) => ({ name: token, keys: [{ token }] })) } })
  for (const token of tokens) accountIds.push((await rig.addAccount(token, [token])).id)
})
beforeEach(() => void (bridge = connectRigBridge(rig)))
afterAll(() => rig.close())

interface TabState {
  error: Ref<AppError | null>
  choose: (operationId: string) => Promise<void>
  onRemoved: () => void
  openapi: { document: Ref<{ id: string } | null> }
}

async function openTab() {
  const [accountId = ''] = accountIds
  rig.chooseFile(mailDocumentPath)
  await rig.call('openapi.import', { accountId })
  const { setup } = OpenapiOperationsTab as unknown as { setup: (props: object, context: object) => TabState }
  const { made, leave } = runInSetup(
    () => ({
      tab: setup({}, { expose: () => undefined }),
      store: useConsoleRequestAndAnswer(),
      accounts: useAccounts(),
    }),
    { plugins: [withServerContext] },
  )
  onTestFinished(leave)
  await made.accounts.load()
  made.store.chosenAccountId = accountId
  await expect.poll(() => made.tab.openapi.document.value).not.toBeNull()
  return made
}

test('The error of a chosen operation is shown only for its account and its document', async () => {
  const { tab, store } = await openTab()
  await tab.choose('no-such-operation')
  expect(tab.error.value?.kind).toBe('not_found')
  store.chosenAccountId = accountIds[1] ?? ''
  await nextTick()
  expect(tab.error.value).toBeNull()
  store.chosenAccountId = accountIds[0] ?? ''
  await expect.poll(() => tab.openapi.document.value).not.toBeNull()
  await tab.choose('no-such-operation')
  tab.onRemoved()
  expect(tab.error.value).toBeNull()
})

test('An operation that fails to open after another operation or account was chosen shows no error', async () => {
  const { tab, store } = await openTab()
  const documentId = tab.openapi.document.value?.id ?? ''
  const [operation] = (await rig.call('openapi.operations', { documentId })).rows
  const otherChoices = [
    () => tab.choose(operation?.id ?? ''),
    () => {
      store.chosenAccountId = accountIds[1] ?? ''
      return nextTick()
    },
  ]
  for (const chooseAnother of otherChoices) {
    const release = bridge.hold('openapi.operation')
    const choosing = tab.choose('no-such-operation')
    await chooseAnother()
    await release()
    await choosing
    expect(tab.error.value).toBeNull()
  }
  expect(store.form?.document?.operationId).toBe(operation?.id)
})

test('The form of an operation closes when an account of another service is chosen, and its request stays', async () => {
  const { tab, store, accounts } = await openTab()
  const documentId = tab.openapi.document.value?.id ?? ''
  const operationId = (await rig.call('openapi.operations', { documentId })).rows[0]?.id ?? ''
  const otherService = await startSimulator({ world: { users: [{ name: 'other', keys: [{ token: 'other-key' }] }] } })
  onTestFinished(() => otherService.close())
  const baseUrl = otherService.url
  const { pendingKeyId } = await rig.call('accounts.tryKey', { baseUrl, secret: 'other-key' })
  const keys = [{ pendingKeyId, label: 'Key' }]
  const other = await rig.call('accounts.add', { label: 'Other', colour: 'blue', baseUrl, keys })
  await accounts.load()
  await tab.choose(operationId)
  const { path } = store
  store.chosenAccountId = accountIds[1] ?? ''
  await nextTick()
  expect(store.form?.document?.operationId).toBe(operationId)
  store.chosenAccountId = other.id
  await nextTick()
  expect(store).toMatchObject({ form: null, path })
  store.chosenAccountId = accountIds[0] ?? ''
  await expect.poll(() => tab.openapi.document.value).not.toBeNull()
  const release = bridge.hold('openapi.operation')
  const choosing = tab.choose(operationId)
  store.chosenAccountId = other.id
  await nextTick()
  await release()
  await choosing
  await nextTick()
  expect(store.form).toBeNull()
})
