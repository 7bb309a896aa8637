import { expect, onTestFinished, test } from 'vitest'
import { useAppState } from '#renderer/shell/app-state.ts'
import { useIsOver } from '#renderer/shell/useIsOver.ts'
import type { AppError } from '#shared/errors.ts'
import { startRig } from '#test/rig.ts'
import { bridgeTo } from '../held-bridge.ts'
import { inSetup } from '../in-setup.ts'

test('a key that is refused to protect the address after two wrong ones is told so until calls are resumed', async () => {
  const rig = await startRig({ world: { users: [{ name: 'one', keys: [{ token: 'token-of-one' }] }] } })
  onTestFinished(() => rig.close())
  bridgeTo(rig)
  const { made, leave } = inSetup(() => ({ isOver: useIsOver(), app: useAppState() }))
  onTestFinished(leave)
  const tryKey = (secret: string) => rig.call('accounts.tryKey', { baseUrl: rig.simulator.url, secret }).catch((error: unknown) => error as AppError)
  await tryKey('wrong-one')
  await tryKey('wrong-two')
  const error = (await tryKey('token-of-one')) as AppError
  expect(error).toMatchObject({ kind: 'address_guarded', details: { reason: 'refused_keys' } })
  expect(made.isOver(error)).toBe(false)
  await made.app.resumeCalls()
  expect(made.isOver(error)).toBe(true)
  expect(await tryKey('token-of-one')).toMatchObject({ ticket: expect.any(String) as string })
})
