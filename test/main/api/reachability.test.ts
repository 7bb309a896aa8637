import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { Outcome } from '#main/api/pipeline.ts'
import { createReachability } from '#main/api/reachability.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'
import { answered, callOf } from './schedule-rig.ts'

const failed: Outcome = { reply: null, data: null, error: new AppError('no_network', 'No'), at: 0, keyId: null }

function watch() {
  const clock = createVirtualClock()
  const told: boolean[] = []
  const reachability = createReachability({ clock, onChange: () => told.push(reachability.isUnreachable()) })
  const call = (quota: string, outcome: Outcome, isTyped = false) =>
    reachability.layer({ ...callOf({ quota }), ...(isTyped && { accountId: null }) }, async () => outcome)
  return { clock, told, call }
}

it('the service counts as unreachable only when no account reaches it, and as reachable with the first that does', async () => {
  const { told, call } = watch()
  await call('a', answered())
  await call('b', failed)
  expect(told).toEqual([])
  await call('a', failed)
  expect(told).toEqual([true])
  await call('b', answered(500))
  expect(told).toEqual([true, false])
})

it('neither a typed key nor an account that was reached long ago says that the network is there', async () => {
  const { clock, told, call } = watch()
  await call('idle', answered())
  await clock.until(clock.sleep(3 * 60_000))
  await call('origin', answered(), true)
  await call('a', failed)
  expect(told).toEqual([true])
})

it('a connection that was cut off was there', async () => {
  const { told, call } = watch()
  await call('a', { ...failed, error: new AppError('cut_off', 'Cut') })
  expect(told).toEqual([])
  await call('a', failed)
  expect(told).toEqual([true])
})
