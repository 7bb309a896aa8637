import { expect, onTestFinished, test, vi } from 'vitest'
import { ssrContextKey, type ComputedRef, type Plugin } from 'vue'
import { parsePastedAccounts } from '#shared/pasted-accounts/parse-pasted-accounts.ts'
import PastedKeyResultAndDestination from '#renderer/features/accounts/paste/PastedKeyResultAndDestination.vue'
import { usePastedAccounts } from '#renderer/features/accounts/paste/usePastedAccounts.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

/** The test compiles the component for the server. Its setup needs the context of the server. */
const withServerContext: Plugin = (app) => app.provide(ssrContextKey, {})

test('The wait that the service demanded of a pasted key counts down and ends', async () => {
  i18n.global.locale.value = 'en'
  const rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] } })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const { made: pasted, leave } = runInSetup(() =>
    usePastedAccounts(
      (n) => `Key ${n}`,
      () => undefined,
    ),
  )
  onTestFinished(leave)
  rig.simulator.faults.add({ times: 1, fault: { kind: 'status', status: 429, headers: { 'retry-after': '40' } } })
  pasted.load(parsePastedAccounts('One\t\t\t\ttoken-of-one', rig.simulator.url))
  await pasted.test()
  // The shared clock of the views starts in the setup below.
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const [account] = pasted.accounts.value
  const { setup } = PastedKeyResultAndDestination as unknown as {
    setup: (props: object, context: object) => { remedy: ComputedRef<string> }
  }
  const props = { account, pastedKey: account?.keys[0], isLocked: false }
  const { made, leave: close } = runInSetup(() => setup(props, { emit: () => undefined, expose: () => undefined }), {
    plugins: [withServerContext],
  })
  onTestFinished(close)
  expect(made.remedy.value).toBe('Try again in 40 seconds.')
  vi.advanceTimersByTime(10_000)
  expect(made.remedy.value).toBe('Try again in 30 seconds.')
  vi.advanceTimersByTime(60_000)
  expect(made.remedy.value).toBe('The service’s waiting time is over. Try again.')
})
