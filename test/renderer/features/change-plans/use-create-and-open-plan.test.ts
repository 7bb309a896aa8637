import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryHistory, createRouter, type Router } from 'vue-router'
import { useCreateAndOpenPlan } from '#renderer/features/change-plans/useCreateAndOpenPlan.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge, type RigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

let rig: SimulatorRig
let accountId: string
let bridge: RigBridge
let router: Router

beforeAll(async () => {
  rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: [{ token: 'key-of-first' }], domains: [{ domain_name: 'one.com' }] }] },
  })
  accountId = (await rig.addAccount('First', ['key-of-first'])).id
  const listed = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists'))
  await rig.call('sync.start', {})
  await listed
})
beforeEach(async () => {
  bridge = connectRigBridge(rig)
  router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/domain', component: {} },
      { path: '/slow', component: () => new Promise(() => undefined) },
      { path: '/plans/:planId', name: 'plan', component: {} },
    ],
  })
  await router.push('/domain')
})
afterAll(() => rig.close())

/** Starts a plan whose answer waits for `answer`, which returns whether the plan is shown. */
async function startPlan() {
  const { made: plan, leave } = runInSetup(() => useCreateAndOpenPlan(), { plugins: [router] })
  const release = bridge.hold('plans.create')
  const started = plan.start([{ accountId, name: 'one.com' }], {
    kind: 'nameservers',
    nameservers: ['ns1.example.net'],
  })
  const answer = () => {
    release()
    return started
  }
  return { plan, leave, answer }
}

test('A plan opens its page while the page that asked for it is still open', async () => {
  const { plan, answer, leave } = await startPlan()
  expect(await answer()).toBe(true)
  expect(plan.error.value).toBeNull()
  expect(router.currentRoute.value.name).toBe('plan')
  leave()
})

test.each([
  ['the page was left', ({ leave }) => leave()],
  ['another page is loading', () => void router.push('/slow')],
  ['the user cancelled', ({ plan }) => plan.cancel()],
] as [string, (started: Awaited<ReturnType<typeof startPlan>>) => void][])(
  'A plan that is complete when %s does not open its page and is discarded',
  async (_title, act) => {
    const started = await startPlan()
    await vi.waitFor(() => rig.call('plans.get', { planId: String(started.plan.planId.value), excluded: [] }))
    act(started)
    expect(await started.answer()).toBe(false)
    expect(router.currentRoute.value.name).not.toBe('plan')
    expect(bridge.calls.at(-1)).toBe('plans.discard')
    expect(started.plan.error.value).toBeNull()
  },
)
