import { nextTick, ref } from 'vue'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useOpenapiDocument } from '#renderer/features/console/openapi/useOpenapiDocument.ts'
import { mailDocumentPath } from '#test/main/openapi/build-and-import-openapi-documents.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

let rig: SimulatorRig
let accountId: string

beforeAll(async () => {
  rig = await startSimulatorRig({ world: { users: [{ name: 'first', keys: [{ token: 'a-key-for-documents' }] }] } })
  accountId = (await rig.addAccount('First', ['a-key-for-documents'])).id
  connectRigBridge(rig)
})
afterAll(() => rig.close())

test('A refused or failed import is not shown for another account', async () => {
  const account = ref(accountId)
  const { made, leave } = runInSetup(() => useOpenapiDocument(() => account.value, []))
  rig.chooseFile(rig.profile)
  await made.importFile()
  expect(made.refused.value).not.toBeNull()
  account.value = 'no-such-account'
  await nextTick()
  expect(made.refused.value).toBeNull()
  await made.importFile()
  expect(made.importError.value).not.toBeNull()
  account.value = accountId
  await nextTick()
  expect(made.importError.value).toBeNull()
  leave()
})

test('An import says whether it replaced the document, so that a form of the replaced one is closed', async () => {
  const { made, leave } = runInSetup(() => useOpenapiDocument(() => accountId, []))
  rig.chooseFile(rig.profile)
  expect(await made.importFile()).toBe(false)
  rig.chooseFile(mailDocumentPath)
  expect(await made.importFile()).toBe(true)
  leave()
})
