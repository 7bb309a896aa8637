import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { nextTick, ssrContextKey, type Plugin, type Ref } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import AddAccountView from '#renderer/features/accounts/AddAccountView.vue'
import type { ProxyForm } from '#renderer/features/accounts/proxy/useProxyForm.ts'
import type { EnteredKeyOfNewAccount } from '#renderer/features/accounts/useNewAccountKeysAndSaving.ts'
import { startHttpConnectProxyServer } from '#test/http-connect-proxy-server.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

/** The tests compile components for the server. Their setup needs its context. */
const withServerContext: Plugin = (app) => app.provide(ssrContextKey, {})
let rig: SimulatorRig

beforeEach(async () => {
  rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] } })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
})

interface ViewState {
  baseUrl: Ref<string>
  usesProxy: Ref<boolean>
  proxy: ProxyForm
  withPendingProxy: Ref<ProxyForm['withPendingId'] | null>
  entries: Ref<EnteredKeyOfNewAccount[]>
}

async function openViewAndTry(secret: string, proxyUrl: string | null = null) {
  const router = createRouter({ history: createMemoryHistory(), routes: [] })
  const { setup } = AddAccountView as unknown as { setup: (props: object, context: object) => ViewState }
  const { made: view, leave } = runInSetup(() => setup({}, { emit: () => undefined, expose: () => undefined }), {
    plugins: [router, withServerContext],
  })
  onTestFinished(leave)
  view.baseUrl.value = rig.simulator.url
  view.usesProxy.value = proxyUrl !== null
  view.proxy.url.value = proxyUrl ?? ''
  await nextTick()
  const trial = view.entries.value[0]?.trial
  if (!trial) throw new Error('The form has no key')
  trial.secret.value = secret
  await trial.attempt(view.baseUrl.value, null, [], view.withPendingProxy.value)
  return { view, trial }
}

test('The error of a key that a service refused is gone as soon as another base URL is typed', async () => {
  const { view, trial } = await openViewAndTry('unknown-token')
  expect(trial.error.value?.status).toBe(401)
  view.baseUrl.value = 'https://other.example'
  await nextTick()
  expect(trial.error.value).toBeNull()
})

test.each([
  ['another proxy is typed', (view: ViewState) => (view.proxy.url.value = 'http://other.example:8080')],
  ['the account uses no proxy', (view: ViewState) => (view.usesProxy.value = false)],
])('The error of a key whose proxy refused the connection is gone as soon as %s', async (_, change) => {
  const server = await startHttpConnectProxyServer()
  onTestFinished(() => server.close())
  server.behave(407)
  const { view, trial } = await openViewAndTry('token-of-one', server.url)
  expect(trial.error.value?.kind).toBe('proxy_refused')
  change(view)
  await nextTick()
  expect(trial.error.value).toBeNull()
})
