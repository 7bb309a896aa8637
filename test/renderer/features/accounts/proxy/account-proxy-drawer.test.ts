import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { nextTick, ssrContextKey, type Plugin, type Ref } from 'vue'
import type { AppError } from '#shared/app-error.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import AccountProxyDrawer from '#renderer/features/accounts/proxy/AccountProxyDrawer.vue'
import type { ProxyForm } from '#renderer/features/accounts/proxy/useProxyForm.ts'
import { startHttpConnectProxyServer, type ConnectProxy } from '#test/http-connect-proxy-server.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge, type RigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

/** The tests compile components for the server. Their setup needs its context. */
const withServerContext: Plugin = (app) => app.provide(ssrContextKey, {})
let bridge: RigBridge
let account: Account
let server: ConnectProxy

beforeEach(async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] } })
  onTestFinished(() => rig.close())
  server = await startHttpConnectProxyServer()
  onTestFinished(() => server.close())
  bridge = connectRigBridge(rig)
  account = await rig.addAccount('One', ['token-of-one'])
})

interface DrawerState {
  proxy: ProxyForm
  hasWorked: Ref<boolean>
  shownError: Ref<AppError | null>
  test: () => Promise<void>
}

async function openDrawerAndType(url: string): Promise<DrawerState> {
  const { setup } = AccountProxyDrawer as unknown as { setup: (props: object, context: object) => DrawerState }
  const { made, leave } = runInSetup(() => setup({ account }, { emit: () => undefined, expose: () => undefined }), {
    plugins: [withServerContext],
  })
  onTestFinished(leave)
  made.proxy.url.value = url
  await nextTick()
  return made
}

async function typeAnotherProxyDuringTest({ proxy, test: start }: DrawerState): Promise<void> {
  const release = bridge.hold('accounts.testProxy')
  const ended = start()
  await expect.poll(() => bridge.calls).toContain('accounts.testProxy')
  proxy.url.value = 'http://other.example:8080'
  await nextTick()
  await release()
  await ended
}

test('A proxy that worked is not stated to work after another one was typed during its test', async () => {
  const drawer = await openDrawerAndType(server.url)
  await drawer.test()
  expect(drawer.hasWorked.value).toBe(true)
  await typeAnotherProxyDuringTest(drawer)
  expect(drawer.hasWorked.value).toBe(false)
})

test('The error of a proxy is not shown after another one was typed during its test', async () => {
  server.behave(407)
  const drawer = await openDrawerAndType(server.url)
  await drawer.test()
  expect(drawer.shownError.value?.kind).toBe('proxy_refused')
  await typeAnotherProxyDuringTest(drawer)
  expect(drawer.shownError.value).toBeNull()
})
