import { expect, onTestFinished, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { systemClock } from '#main/clock.ts'
import { createEmptyAccountDraft } from '#renderer/features/accounts/account-draft.ts'
import { useProxyForm } from '#renderer/features/accounts/proxy/useProxyForm.ts'
import { useNewAccountKeysAndSaving } from '#renderer/features/accounts/useNewAccountKeysAndSaving.ts'
import { startHttpConnectProxyServer } from '#test/http-connect-proxy-server.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

async function start() {
  let passedMs = 0
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'one', keys: [{ token: 'first-key' }, { token: 'second-key' }] }] },
    clock: { ...systemClock, monotonic: () => systemClock.monotonic() + passedMs },
  })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const server = await startHttpConnectProxyServer()
  onTestFinished(() => server.close())
  const { made, leave } = runInSetup(() => ({
    form: useNewAccountKeysAndSaving((n) => `Key ${n}`),
    proxy: useProxyForm(null, null),
  }))
  onTestFinished(leave)
  const { form, proxy } = made
  proxy.url.value = server.url
  return {
    proxyUrl: server.url,
    form,
    pass: (minutes: number) => void (passedMs += minutes * minuteMs),
    /** Tests a key in a new entry of the form, and returns the error of the test. */
    async testKey(secret: string) {
      form.addEntry()
      const trial = form.entries.value.at(-1)?.trial
      if (!trial) throw new Error('The form has no key')
      trial.secret.value = secret
      await trial.attempt(rig.simulator.url, null, [], proxy.withPendingId)
      return trial.error.value
    },
    save: () => form.save({ ...createEmptyAccountDraft([]), label: 'One' }, rig.simulator.url, proxy.withPendingId),
  }
}

test('A key of a new account is tested through the entered proxy also half an hour after the first test', async () => {
  const { pass, testKey } = await start()
  expect(await testKey('first-key')).toBeNull()
  pass(31)
  expect(await testKey('second-key')).toBeNull()
})

test('A new account is saved with the entered proxy also half an hour after its first key was tested', async () => {
  const { proxyUrl, form, pass, testKey, save } = await start()
  expect(await testKey('first-key')).toBeNull()
  form.removeEntry(1)
  pass(20)
  expect(await testKey('second-key')).toBeNull()
  pass(15)
  const account = await save()
  expect(form.error.value).toBeNull()
  expect(account?.proxy?.url).toBe(proxyUrl)
})
