import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { nextTick, shallowReactive, ssrContextKey, type App, type Ref } from 'vue'
import type { AppError } from '#shared/app-error.ts'
import type { AnnotationTarget } from '#shared/ipc/annotations.ts'
import { maxTagsPerResource } from '#shared/tag-rules.ts'
import ChangeTagsAndCustomerDrawer from '#renderer/features/annotations/ChangeTagsAndCustomerDrawer.vue'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

/** The test compiles a component for the server. Its setup needs its context. */
const serverContext = {
  install(app: App) {
    app.provide(ssrContextKey, {})
    app.provide('n-message-api', {})
  },
}
const token = 'a-key-for-tags'
let rig: SimulatorRig
let targets: AnnotationTarget[]

beforeAll(async () => {
  const domains = ['one.com', 'two.com'].map((domain_name) => ({ domain_name }))
  rig = await startSimulatorRig({ world: { users: [{ name: 'first', keys: [{ token }], domains }] } })
  const accountId = (await rig.addAccount('First', [token])).id
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state === 'idle'))
  await rig.call('sync.start', {})
  await ended
  targets = domains.map(({ domain_name: name }) => ({ kind: 'domain', accountId, name }))
  const [target] = targets
  if (!target) throw new Error('No domain is listed')
  const add = Array.from({ length: maxTagsPerResource }, (_, n) => `tag ${n}`)
  await rig.call('annotations.changeTagsAndCustomers', { changes: [{ target, add }] })
})
afterAll(() => rig.close())

interface DrawerState {
  add: Ref<string[]>
  error: Ref<AppError | null>
  apply: () => Promise<void>
}

test('The error of a change of tags is shown only until the choice or the selection changes', async () => {
  connectRigBridge(rig)
  const { setup } = ChangeTagsAndCustomerDrawer as unknown as { setup: (props: object, context: object) => DrawerState }
  const props = shallowReactive({ targets })
  const { made: drawer, leave } = runInSetup(() => setup(props, { expose: () => undefined, emit: () => undefined }), {
    plugins: [serverContext],
  })
  onTestFinished(leave)
  async function fail(): Promise<void> {
    drawer.add.value = ['one too many']
    await nextTick()
    await drawer.apply()
    expect(drawer.error.value?.kind).toBe('invalid_input')
  }
  await fail()
  drawer.add.value = []
  await nextTick()
  expect(drawer.error.value).toBeNull()
  await fail()
  props.targets = targets.slice(1)
  await nextTick()
  expect(drawer.error.value).toBeNull()
})
