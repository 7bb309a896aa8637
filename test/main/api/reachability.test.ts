import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { Call, Outcome } from '#main/api/pipeline.ts'
import { createReachability } from '#main/api/reachability.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'
import { answered, callOf } from './schedule-rig.ts'

const failed: Outcome = { reply: null, data: null, error: new AppError('no_network', 'No'), at: 0, keyId: null }

function watch() {
  const clock = createVirtualClock()
  const told: boolean[] = []
  const answers: string[] = []
  const reachability = createReachability({
    clock,
    onChange: () => told.push(reachability.isUnreachable()),
    onAnswering: () => answers.push(reachability.answering('a')),
  })
  /** A call that ends when it is told to; `sign`: something of its answer came. */
  const begin = (paid = false) => {
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    let sign = (): void => undefined
    const ended = reachability.layer({ ...callOf({ quota: 'a' }), ...(paid && { paid: {} as Call['paid'] & object }) }, (sent) => {
      sign = () => sent.onSign?.()
      return promise
    })
    return { sign: () => sign(), end: (outcome: Outcome) => (resolve(outcome), ended) }
  }
  const call = (quota: string, outcome: Outcome, isTyped = false) =>
    reachability.layer({ ...callOf({ quota }), ...(isTyped && { accountId: null }) }, async () => outcome)
  return { clock, told, call, answers, begin }
}

test('the service counts as unreachable only when no account reaches it, and as reachable with the first that does', async () => {
  const { told, call } = watch()
  await call('a', answered())
  await call('b', failed)
  expect(told).toEqual([])
  await call('a', failed)
  expect(told).toEqual([true])
  await call('b', answered(500))
  expect(told).toEqual([true, false])
})

test('neither a typed key nor an account that was reached long ago says that the network is there', async () => {
  const { clock, told, call } = watch()
  await call('idle', answered())
  await clock.until(clock.sleep(3 * 60_000))
  await call('origin', answered(), true)
  await call('a', failed)
  expect(told).toEqual([true])
})

test('a connection that was cut off was there', async () => {
  const { told, call } = watch()
  await call('a', { ...failed, error: new AppError('cut_off', 'Cut') })
  expect(told).toEqual([])
  await call('a', failed)
  expect(told).toEqual([true])
})

test('says within seconds that calls get no sign of life, and takes it back with the first one', async () => {
  const { clock, answers, begin } = watch()
  const [first, second] = [begin(), begin()]
  await clock.advance(4_999)
  expect(answers).toEqual([])
  await clock.advance(1)
  expect(answers).toEqual(['late'])
  second.sign()
  expect(answers).toEqual(['late', 'yes'])
  await clock.advance(5_000)
  expect(answers).toEqual(['late', 'yes', 'late'])
  await first.end(failed)
  expect(answers.at(-1)).toBe('no')
  await second.end(answered())
  expect(answers.at(-1)).toBe('yes')
})

test('a paid call is not late: the service works on it in silence', async () => {
  const { clock, answers, begin } = watch()
  const paid = begin(true)
  await clock.advance(60_000)
  expect(answers).toEqual([])
  await paid.end(answered())
})

test('says at once that a try reached nothing, until another one does', async () => {
  const { answers, call } = watch()
  await call('a', failed)
  expect(answers).toEqual(['no'])
  await call('a', answered())
  expect(answers).toEqual(['no', 'yes'])
})
