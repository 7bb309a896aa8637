import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { nextTick, ssrContextKey, type App, type Ref } from 'vue'
import type { AppError } from '#shared/app-error.ts'
import { useConsoleRequestAndAnswer } from '#renderer/features/console/console-request-and-answer-store.ts'
import SaveRequestForm from '#renderer/features/console/SaveRequestForm.vue'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

/** The test compiles a component for the server. Its setup needs its context. */
const serverContext = { install: (app: App) => app.provide(ssrContextKey, {}) }
let rig: SimulatorRig

beforeAll(async () => {
  rig = await startSimulatorRig({ world: { users: [{ name: 'first', keys: [{ token: 'a-key-for-one' }] }] } })
})
beforeEach(() => void connectRigBridge(rig))
afterAll(() => rig.close())

interface FormState {
  name: Ref<string>
  error: Ref<AppError | null>
  save: () => Promise<void>
}

test('The error of saving a request is shown only until the request is changed', async () => {
  // The form focuses its field when it is mounted.
  Object.assign(globalThis, { document: { getElementById: () => null } })
  const { setup } = SaveRequestForm as unknown as { setup: (props: object, context: object) => FormState }
  const { made, leave } = runInSetup(
    () => ({
      form: setup({}, { expose: () => undefined, emit: () => undefined }),
      store: useConsoleRequestAndAnswer(),
    }),
    { plugins: [serverContext] },
  )
  onTestFinished(leave)
  const { form, store } = made
  store.load({ method: 'PUT', path: '/v1/domain/one.com/nameservers', query: [], body: '{"nameservers": [' })
  form.name.value = 'Name servers'
  await form.save()
  expect(form.error.value?.details['problem']).toBe('json')
  store.body = '{"nameservers": []}'
  await nextTick()
  expect(form.error.value).toBeNull()
})
