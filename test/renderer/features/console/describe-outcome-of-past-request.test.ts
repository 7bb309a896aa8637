import { expect, onTestFinished, test } from 'vitest'
import type { FaultRule } from '#simulator/fault-rules.ts'
import { describeOutcomeOfPastRequest } from '#renderer/features/console/describe-outcome-of-past-request.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const token = 'console-history-canary-key-17'

test('The console history says no response only of requests to which nothing came back', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'aoi', keys: [{ token }] }] } })
  onTestFinished(() => rig.close())
  const { id: accountId } = await rig.addAccount('aoi', [token])
  const t = setMessageLanguage('en')
  const outcomeWith = async (fault: FaultRule['fault'] | null) => {
    if (fault) rig.simulator.faults.add({ match: { path: '^/v1/domain$' }, fault })
    const request = { accountId, keyId: null, method: 'GET' as const, path: '/v1/domain', query: [], body: null }
    await rig.call('console.send', { sendId: 'a', request, confirmationId: null }).catch(() => undefined)
    rig.simulator.faults.clear()
    const [newest] = await rig.call('console.history', null)
    return newest && describeOutcomeOfPastRequest(newest, t)
  }
  expect(await outcomeWith(null)).toBe('200')
  expect(await outcomeWith({ kind: 'truncate' })).toBe('No complete response')
  expect(await outcomeWith({ kind: 'reset-after' })).toBe('No complete response')
  await rig.simulator.pause()
  expect(await outcomeWith(null)).toBe('No response')
})

test('The console history says of a request whose answer was no longer waited for that it was cancelled', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'aoi', keys: [{ token }] }] } })
  onTestFinished(() => rig.close())
  const { id: accountId } = await rig.addAccount('aoi', [token])
  rig.simulator.faults.add({ match: { path: '^/v1/domain$' }, fault: { kind: 'hang' } })
  const sending = rig.event('console.sending', ({ sendId }) => sendId === 'b')
  const request = { accountId, keyId: null, method: 'GET' as const, path: '/v1/domain', query: [], body: null }
  const sent = rig.call('console.send', { sendId: 'b', request, confirmationId: null })
  await sending
  await Promise.all([expect(sent).rejects.toThrow(), rig.call('console.cancel', { sendId: 'b' })])
  await expect.poll(() => rig.call('console.history', null)).toHaveLength(1)
  const [newest] = await rig.call('console.history', null)
  expect(newest && describeOutcomeOfPastRequest(newest, setMessageLanguage('en'))).toBe('Cancelled')
})
