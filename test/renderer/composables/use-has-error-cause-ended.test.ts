import { expect, onTestFinished, test } from 'vitest'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { useHasErrorCauseEnded } from '#renderer/composables/useHasErrorCauseEnded.ts'
import { AppError } from '#shared/app-error.ts'
import { hourMs } from '#shared/durations.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('The error of a key refused after two wrong keys stays visible until calls are resumed', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] } })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const { made, leave } = runInSetup(() => ({ isOver: useHasErrorCauseEnded(), app: useAppState() }))
  onTestFinished(leave)
  const tryKey = (secret: string) =>
    rig.call('accounts.tryKey', { baseUrl: rig.simulator.url, secret }).catch((error: unknown) => error as AppError)
  await tryKey('wrong-one')
  await tryKey('wrong-two')
  const error = (await tryKey('token-of-one')) as AppError
  expect(error).toMatchObject({ kind: 'address_guarded', details: { reason: 'refused_keys' } })
  expect(made.isOver(error)).toBe(false)
  await made.app.resumeCalls()
  expect(made.isOver(error)).toBe(true)
  expect(await tryKey('token-of-one')).toMatchObject({ pendingKeyId: expect.any(String) as string })
})

test('The error of a blocked source address ends with the block of this address, whatever other address is blocked', () => {
  const { made, leave } = runInSetup(() => ({ isOver: useHasErrorCauseEnded(), app: useAppState() }))
  onTestFinished(leave)
  const errorOf = (proxyUrl: string | null) =>
    new AppError('address_guarded', 'Blocked', { details: { reason: 'assumed_block', until: null, proxyUrl } })
  const proxyUrl = 'http://proxy.example:8080'
  const showBlocks = (...of: (string | null)[]) =>
    (made.app.state = {
      ...made.app.state,
      ipBlocks: of.map((address) => ({ proxyUrl: address, since: 0, until: null })),
    })
  const [direct, throughProxy] = [errorOf(null), errorOf(proxyUrl)]
  showBlocks(null, proxyUrl)
  expect([direct, throughProxy].map(made.isOver)).toEqual([false, false])
  showBlocks(proxyUrl)
  expect([direct, throughProxy].map(made.isOver)).toEqual([true, false])
  showBlocks(null)
  expect([direct, throughProxy].map(made.isOver)).toEqual([false, true])
})

test.each([
  ['paused', 'isPaused'],
  ['read_only', 'isReadOnly'],
] as const)('The error %s of an account ends when the account is changed', async (kind, setting) => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] } })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const { id: accountId } = await rig.addAccount('one', ['token-of-one'])
  const { made, leave } = runInSetup(() => ({ isOver: useHasErrorCauseEnded(), accounts: useAccounts() }))
  onTestFinished(leave)
  await rig.call('accounts.update', { accountId, [setting]: true })
  await made.accounts.listen()
  const call =
    kind === 'paused'
      ? rig.call('api.call', { accountId, endpoint: 'account.me', input: {} })
      : rig.call('console.send', {
          sendId: 'one',
          request: {
            accountId,
            keyId: null,
            method: 'PUT',
            path: '/v1/domain/example.com/dns/1',
            query: [],
            body: '{}',
          },
          confirmationId: null,
        })
  const error = (await call.catch((thrown: unknown) => thrown)) as AppError
  expect(error).toMatchObject({ kind })
  expect(made.isOver(error)).toBe(false)
  await rig.call('accounts.update', { accountId, [setting]: false })
  await made.accounts.load()
  expect(made.isOver(error)).toBe(true)
})

test('The error of an account without a usable key ends when the account gets one', async () => {
  const users = [{ name: 'one', keys: [{ token: 'token-of-one' }, { token: 'second-of-one' }] }]
  const rig = await startSimulatorRig({ world: { users } })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  const { id: accountId, keys } = await rig.addAccount('one', ['token-of-one'])
  const { made, leave } = runInSetup(() => ({ isOver: useHasErrorCauseEnded(), accounts: useAccounts() }))
  onTestFinished(leave)
  await rig.call('accounts.removeKey', { accountId, keyId: keys[0]?.id ?? '' })
  await made.accounts.load()
  const error = await rig
    .call('api.call', { accountId, endpoint: 'domain.list', input: {} })
    .catch((thrown: unknown) => thrown as AppError)
  expect(error).toMatchObject({ kind: 'no_key' })
  expect(made.isOver(error as AppError)).toBe(false)
  const { pendingKeyId } = await rig.call('accounts.tryKey', { baseUrl: rig.simulator.url, secret: 'second-of-one' })
  await rig.call('accounts.addKey', { accountId, pendingKeyId, label: 'Second' })
  await made.accounts.load()
  expect(made.isOver(error as AppError)).toBe(true)
})

test.each([
  ['stays while the refused key is not usable', 'quarantined', 'quarantined', undefined, false],
  ['has ended once the refused key works again', 'quarantined', 'working', undefined, true],
  ['stays for a key that lacked the permission', 'permission', 'working', undefined, false],
  ['stays while the requested key is not usable, whatever other keys are', 'expired', 'expired', 'k', false],
] as const)('The error of an account without a usable key %s', (_, reason, state, keyId, hasEnded) => {
  const { made, leave } = runInSetup(() => ({ isOver: useHasErrorCauseEnded(), accounts: useAccounts() }))
  onTestFinished(leave)
  const others = keyId === undefined ? [] : [{ id: 'other', state: 'working' }]
  made.accounts.accounts = [{ id: 'a', label: 'Alpha', keys: [{ id: 'k', state }, ...others] } as unknown as Account]
  const details = { accountId: 'a', reasons: [{ keyId: 'k', reason }], ...(keyId !== undefined && { keyId }) }
  expect(made.isOver(new AppError('no_key', 'No key of the account may do this', { details }))).toBe(hasEnded)
})

test.each([
  ['has ended when the time that it names has passed', 'day', -hourMs, true],
  ['has ended when the demanded wait has passed', 'retry_after', -hourMs, true],
  ['has not ended before the time that it names', 'day', hourMs, false],
  ['stays for a limit whose end it does not name', 'minute', -hourMs, false],
] as const)('The error of a call that was not sent for a limit %s', (_, waitingFor, inMs, hasEnded) => {
  const { made: isOver, leave } = runInSetup(() => useHasErrorCauseEnded())
  onTestFinished(leave)
  const details = { waitedMs: 0, waitingFor, freeAt: Date.now() + inMs }
  expect(isOver(new AppError('waited_too_long', 'No place for the call comes free in time', { details }))).toBe(
    hasEnded,
  )
})
