import { createPinia, setActivePinia } from 'pinia'
import { expect, onTestFinished, test } from 'vitest'
import { useConsoleRequestAndAnswer } from '#renderer/features/console/console-request-and-answer-store.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/rig-bridge.ts'

const token = 'a-key-for-the-console'

test('A change that was cancelled after sending shows its outcome once it has ended', async () => {
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: [{ token }], servers: [{ server_id: 'web01' }] }] },
  })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const { simulator } = rig
  let receive: (name: string, payload: unknown) => void = () => undefined
  Object.assign((globalThis as unknown as { window: { banto: object } }).window.banto, {
    listen(listener: typeof receive) {
      receive = listener
      return () => undefined
    },
  })
  setActivePinia(createPinia())
  const store = useConsoleRequestAndAnswer()
  const { id: accountId } = await rig.addAccount('First', [token])
  const request = {
    accountId,
    keyId: null,
    method: 'PUT' as const,
    path: '/v1/server/web01.simulator.example/memo',
    query: [],
    body: '{"memo":"x"}',
  }
  simulator.faults.add({ match: { method: 'PUT' }, times: 1, fault: { kind: 'delay', ms: 500 } })
  const { confirmationId } = await mainCommands.console.confirm(request)
  const sending = store.send(request, confirmationId)
  receive('console.sending', await rig.event('console.sending'))
  expect(store.sending?.keyLabel).toBeTruthy()
  await store.cancel()
  await sending
  expect(store).toMatchObject({ isAbandoned: true, ended: null, answer: null })
  receive('console.changeEnded', await rig.event('console.changeEnded'))
  expect(store).toMatchObject({ isAbandoned: true, ended: { status: 200, outcome: 'done', error: null } })
})
