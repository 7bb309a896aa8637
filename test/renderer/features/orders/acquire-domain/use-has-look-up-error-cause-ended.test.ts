import { expect, onTestFinished, test } from 'vitest'
import type { WireError } from '#shared/app-error.ts'
import type { NameSearchResult } from '#shared/ipc/domain-availability-search.ts'
import { describeAvailability } from '#renderer/features/orders/acquire-domain/describe-availability.ts'
import { useNameSearchAndBasket } from '#renderer/features/orders/acquire-domain/name-search-and-basket-store.ts'
import { useHasLookUpErrorCauseEnded } from '#renderer/features/orders/acquire-domain/useHasLookUpErrorCauseEnded.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

async function start() {
  const rig = await startSimulatorRig({ world: { users: [] } })
  onTestFinished(() => rig.close())
  const bridge = connectRigBridge(rig)
  const t = setMessageLanguage('en')
  const { made, leave } = runInSetup(() => ({
    app: useAppState(),
    search: useNameSearchAndBasket(),
    hasCauseEnded: useHasLookUpErrorCauseEnded(),
  }))
  onTestFinished(leave)
  await made.app.start()
  const setUnreachable = (isUnreachable: boolean) => {
    const isReachedAgain = made.app.state.isUnreachable && !isUnreachable
    const reconnections = made.app.state.reconnections + Number(isReachedAgain)
    return bridge.emit('app.changed', { ...made.app.state, isUnreachable, reconnections })
  }
  const showRow = (): NameSearchResult => {
    const error: WireError = { kind: 'no_network', message: '', details: {} }
    const row: NameSearchResult = { typed: 'a.com', name: 'a.com', availability: null, readAt: null, error }
    made.search.found = [row]
    return row
  }
  const wordsOf = (row: NameSearchResult) => describeAvailability(row, new Set(), made.hasCauseEnded, t).words
  return { bridge, setUnreachable, showRow, wordsOf }
}

test('A name that could not be looked up without a network says so only until the service answers again', async () => {
  const { bridge, setUnreachable, showRow, wordsOf } = await start()
  const row = showRow()
  const calls = bridge.calls.length
  setUnreachable(true)
  expect(wordsOf(row)).toBe('Cannot connect to the service')
  setUnreachable(false)
  expect(wordsOf(row)).toBe('Not read')
  setUnreachable(true)
  expect(wordsOf(row)).toBe('Not read')
  expect(bridge.calls).toHaveLength(calls)
})

test('A name keeps the failure to connect of its account while other accounts reached the service all along', async () => {
  const { setUnreachable, showRow, wordsOf } = await start()
  const row = showRow()
  setUnreachable(false)
  expect(wordsOf(row)).toBe('Cannot connect to the service')
  expect(wordsOf(row)).toBe('Cannot connect to the service')
})
