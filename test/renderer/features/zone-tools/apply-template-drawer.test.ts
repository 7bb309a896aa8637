import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { nextTick, ssrContextKey, type Plugin, type Ref } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { AppError } from '#shared/app-error.ts'
import type { OwnTemplate } from '#shared/ipc/zone-templates.ts'
import ApplyTemplateDrawer from '#renderer/features/zone-tools/ApplyTemplateDrawer.vue'
import { currentConfirmation } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { startMainRig, type MainRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

/** The tests compile components for the server. Their setup needs its context. */
const withServerContext: Plugin = (app) => app.provide(ssrContextKey, {})
let rig: MainRig

beforeAll(async () => {
  rig = await startMainRig()
})
beforeEach(() => {
  connectRigBridge(rig)
  Object.assign(window, { addEventListener: () => undefined, removeEventListener: () => undefined })
})
afterAll(() => rig.close())

function saveTemplate(name: string, address: string): Promise<OwnTemplate> {
  return rig.call('templates.save', {
    id: null,
    name,
    description: '',
    variables: [{ name: 'server_ipv4', kind: 'ipv4', isOptional: false, default: address }],
    records: [{ type: 'A', host: '@', content: '{server_ipv4}', ttl: 3600, priority: 0 }],
  })
}

interface DrawerState {
  own: Ref<OwnTemplate[]>
  chosenId: Ref<string>
  chosen: Ref<{ id: string } | undefined>
  values: Ref<Record<string, string>>
  isChanged: () => boolean
  remove: () => Promise<void>
  newName: Ref<string | null>
  setNewName: (name: string | null) => void
  rename: () => Promise<void>
  renameError: Ref<AppError | null>
  loadError: Ref<AppError | null>
}

async function openDrawer() {
  const router = createRouter({ history: createMemoryHistory(), routes: [] })
  const { setup } = ApplyTemplateDrawer as unknown as { setup: (props: object, context: object) => DrawerState }
  const { made, leave } = runInSetup(
    () =>
      setup({ domains: [{ accountId: 'a', name: 'one.example' }] }, { emit: () => undefined, expose: () => undefined }),
    { plugins: [router, withServerContext] },
  )
  onTestFinished(leave)
  await expect.poll(() => made.own.value.length).toBeGreaterThan(0)
  const choose = async (id: string) => {
    made.chosenId.value = id
    await nextTick()
  }
  return { drawer: made, choose }
}

test('A template is filled with its own default, and only a typed value is kept when another template is chosen', async () => {
  const first = await saveTemplate('First', '192.0.2.1')
  const second = await saveTemplate('Second', '198.51.100.7')
  const { drawer, choose } = await openDrawer()
  await choose(first.id)
  await choose(second.id)
  expect(drawer.values.value).toEqual({ server_ipv4: '198.51.100.7' })
  drawer.values.value = { server_ipv4: '203.0.113.9' }
  await choose(first.id)
  expect(drawer.values.value).toEqual({ server_ipv4: '203.0.113.9' })
})

test('After the chosen template is deleted, the first template is chosen and in force', async () => {
  const { id } = await saveTemplate('Deleted', '192.0.2.1')
  const { drawer, choose } = await openDrawer()
  await choose(id)
  const removed = drawer.remove()
  await currentConfirmation.value?.work?.()
  currentConfirmation.value?.answer(true)
  await removed
  expect([drawer.chosenId.value, drawer.chosen.value?.id]).toEqual(['builtin:web', 'builtin:web'])
  expect(drawer.isChanged()).toBe(false)
})

test('The error of a rename is shown only until the name is changed, the rename ends or another template is chosen', async () => {
  const { id } = await saveTemplate('Renamed', '192.0.2.1')
  const { drawer, choose } = await openDrawer()
  async function failToRename(): Promise<void> {
    await choose(id)
    drawer.setNewName('x'.repeat(1000))
    await drawer.rename()
    expect(drawer.renameError.value).not.toBeNull()
  }
  const isGone = () => drawer.renameError.value === null
  await failToRename()
  drawer.setNewName('Another')
  expect(isGone()).toBe(true)
  await failToRename()
  drawer.setNewName(null)
  expect(isGone()).toBe(true)
  await failToRename()
  await choose('builtin:web')
  expect(isGone()).toBe(true)
})

test('The error of a rename stays if the template is gone, although the template is then no longer chosen', async () => {
  const { id } = await saveTemplate('Gone', '192.0.2.1')
  const { drawer, choose } = await openDrawer()
  await choose(id)
  drawer.setNewName('Another')
  await rig.call('templates.remove', { templateId: id })
  await drawer.rename()
  await nextTick()
  expect([drawer.newName.value, drawer.renameError.value?.kind]).toEqual([null, 'not_found'])
})

test('That templates could not be listed is shown only until they are listed', async () => {
  const { id } = await saveTemplate('Listed', '192.0.2.1')
  const { drawer, choose } = await openDrawer()
  await choose(id)
  const other = await startMainRig()
  connectRigBridge(other)
  await other.close()
  drawer.setNewName('Another')
  await drawer.rename()
  expect(drawer.loadError.value).not.toBeNull()
  connectRigBridge(rig)
  await drawer.rename()
  expect([drawer.loadError.value, drawer.renameError.value, drawer.newName.value]).toEqual([null, null, null])
})
