import { expect, test } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import type { CallContext, CallAttemptOutcome } from '#main/api/call-context-and-attempt-outcome.ts'
import { createReachabilityLayer } from '#main/api/layers/reachability-layer.ts'
import { createProxyChangedError } from '#main/api/proxy-changed-during-call.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'
import { createTestOutcome, createTestCall } from '#test/main/api/rate-limit/rate-limit-rig.ts'

const failed: CallAttemptOutcome = {
  response: null,
  data: null,
  error: new AppError('no_network', 'No'),
  at: 0,
  keyId: null,
}

function watch() {
  const clock = createVirtualClock()
  const changes: boolean[] = []
  const answers: string[] = []
  const reached: string[] = []
  const inactive = new Set<string>()
  const deactivate = (accountId: string) => {
    inactive.add(accountId)
    reachability.checkAccounts()
  }
  const reachability = createReachabilityLayer({
    clock,
    onChange: () => changes.push(reachability.isUnreachable()),
    isActive: (accountId) => !inactive.has(accountId),
    onResponsiveness: () => answers.push(reachability.responsiveness('a')),
    onReachedWithoutProxy: () => reached.push(calledBaseUrl),
  })
  /** Starts a call that ends when `end` is called. `sign`: a part of its response arrived. */
  const begin = (paid = false, signal = new AbortController().signal) => {
    const { promise, resolve } = Promise.withResolvers<CallAttemptOutcome>()
    let sign = (): void => undefined
    const ended = reachability.layer(
      { ...createTestCall({ quota: 'a' }), signal, ...(paid && { paid: {} as CallContext['paid'] & object }) },
      (sent) => {
        sign = () => sent.onActivity?.()
        return promise
      },
    )
    return { sign: () => sign(), end: (outcome: CallAttemptOutcome) => (resolve(outcome), ended) }
  }
  let calledBaseUrl = ''
  const call = (quota: string, outcome: CallAttemptOutcome, changes: Partial<CallContext> = {}) => {
    const context = { ...createTestCall({ quota }), ...changes }
    calledBaseUrl = context.baseUrl
    return reachability.layer(context, async () => outcome)
  }
  return { reachability, reached, clock, changes, call, answers, begin, deactivate }
}

test('The service is unreachable only while no account reaches it, and reachable again after the first success', async () => {
  const { changes, call } = watch()
  await call('a', createTestOutcome())
  await call('b', failed)
  expect(changes).toEqual([])
  await call('a', failed)
  expect(changes).toEqual([true])
  await call('b', createTestOutcome(500))
  expect(changes).toEqual([true, false])
})

test('The service is not called unreachable when the only account that did not reach it is paused or removed', async () => {
  const { changes, call, deactivate } = watch()
  await call('a', failed)
  expect(changes).toEqual([true])
  deactivate('b')
  expect(changes).toEqual([true])
  deactivate('a')
  expect(changes).toEqual([true, false])
})

test('A response to a typed key, or an old response to an account, does not show that the service is reachable', async () => {
  const { clock, changes, call } = watch()
  await call('idle', createTestOutcome())
  await clock.until(clock.sleep(3 * 60_000))
  await call('origin', createTestOutcome(), { accountId: null })
  await call('a', failed)
  expect(changes).toEqual([true])
})

test('A connection that was cut off counts as reaching the service', async () => {
  const { changes, call } = watch()
  await call('a', { ...failed, error: new AppError('cut_off', 'Cut') })
  expect(changes).toEqual([])
  await call('a', failed)
  expect(changes).toEqual([true])
})

test('Calls without activity are reported as late after five seconds, until the first activity', async () => {
  const { clock, answers, begin } = watch()
  const [first, second] = [begin(), begin()]
  await clock.advance(4_999)
  expect(answers).toEqual([])
  await clock.advance(1)
  expect(answers).toEqual(['late'])
  second.sign()
  expect(answers).toEqual(['late', 'answering'])
  await clock.advance(5_000)
  expect(answers).toEqual(['late', 'answering', 'late'])
  await first.end(failed)
  expect(answers.at(-1)).toBe('silent')
  await second.end(createTestOutcome())
  expect(answers.at(-1)).toBe('answering')
})

test('A cancelled call is not waited for, also while its answer is outstanding', async () => {
  const { clock, begin, answers } = watch()
  const cancelled = new AbortController()
  const call = begin(false, cancelled.signal)
  await clock.until(clock.sleep(6_000))
  expect(answers).toEqual(['late'])
  cancelled.abort()
  expect(answers).toEqual(['late', 'answering'])
  await call.end(createTestOutcome())
  begin()
  await clock.until(clock.sleep(6_000))
  expect(answers).toEqual(['late', 'answering', 'late'])
})

test('A paid call is never late, because the service sends nothing while it works on it', async () => {
  const { clock, answers, begin } = watch()
  const paid = begin(true)
  await clock.advance(60_000)
  expect(answers).toEqual([])
  await paid.end(createTestOutcome())
})

test('A failed attempt is reported at once, until another call reaches the service', async () => {
  const { answers, call } = watch()
  await call('a', failed)
  expect(answers).toEqual(['silent'])
  await call('a', createTestOutcome())
  expect(answers).toEqual(['silent', 'answering'])
})

test('A failed call is no longer told after 40 seconds, also when no call follows it', async () => {
  const { clock, answers, call } = watch()
  await call('a', failed)
  await clock.advance(30_000)
  await call('a', failed)
  await clock.advance(39_999)
  expect(answers).toEqual(['silent'])
  await clock.advance(1)
  expect(answers).toEqual(['silent', 'answering'])
})

test('A call that failed at the proxy of the account is not told as a service that does not answer', async () => {
  const { answers, call } = watch()
  for (const kind of ['proxy_unreachable', 'proxy_refused'] as const) {
    await call('a', { ...failed, error: new AppError(kind, 'No tunnel') })
    await call('a', failed)
    await call('a', createTestOutcome())
  }
  expect(answers).toEqual(['no_proxy', 'silent', 'answering', 'no_proxy', 'silent', 'answering'])
})

test('A call that was not sent because the proxy was changed meanwhile is no failure to reach the service', async () => {
  const { reachability, answers, changes, call } = watch()
  const proxy = { id: 'p', url: 'http://former.example:3128', authorization: null }
  await call('a', createTestOutcome())
  await call('a', { ...failed, error: createProxyChangedError({ proxy }) }, { proxy })
  await call('a', { ...failed, error: createProxyChangedError({ proxy: null }) })
  expect({ answers, changes }).toEqual({ answers: [], changes: [] })
  expect(reachability.isReachedWithoutProxy('https://service.example/')).toBe(true)
})

test('A service counts as reached without a proxy by the newest call of any account that got a response', async () => {
  const { reachability, reached, call } = watch()
  const isReached = () => reachability.isReachedWithoutProxy('https://service.example/')
  const proxy = { id: 'p', url: 'http://proxy.example:3128', authorization: null }
  const cancelled = { ...failed, error: new AppError('cancelled', 'Cancelled') }
  expect(isReached()).toBe(false)
  await call('a', failed)
  await call('b', createTestOutcome(), { proxy })
  await call('b', createTestOutcome(), { baseUrl: 'https://other.example' })
  await call('b', cancelled)
  expect(isReached()).toBe(false)
  expect(reached).toEqual(['https://other.example'])
  await call('b', createTestOutcome(500))
  await call('a', createTestOutcome())
  await call('a', cancelled)
  expect(isReached()).toBe(true)
  expect(reached).toEqual(['https://other.example', 'https://service.example'])
  await call('a', failed)
  expect(isReached()).toBe(false)
})

test('The service is not called unreachable by a first attempt before the call was repeated', async () => {
  const { changes, call } = watch()
  await call('a', createTestOutcome())
  const isRepeatedAfter = () => true
  await call('a', failed, { attempt: 1, isRepeatedAfter })
  expect(changes).toEqual([])
  await call('a', failed, { attempt: 2, isRepeatedAfter })
  expect(changes).toEqual([true])
  await call('a', createTestOutcome(), { attempt: 3 })
  expect(changes).toEqual([true, false])
})

test('A first attempt that is not repeated shows that the service is unreachable', async () => {
  const { changes, call } = watch()
  await call('a', failed, { attempt: 1, isRepeatedAfter: () => false })
  expect(changes).toEqual([true])
})
