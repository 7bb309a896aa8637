import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import { hourMs } from '#shared/durations.ts'
import type { CallContext, CallAttemptOutcome } from '#main/api/call-context-and-attempt-outcome.ts'
import { createSingleFlightLayer } from '#main/api/layers/single-flight-layer.ts'
import { captureRejection } from '#test/capture-rejection.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'
import { createTestOutcome, createTestCall } from '#test/main/api/rate-limit/rate-limit-rig.ts'

/** A single-flight layer above a stub: calls wait until the test answers them. */
function createSingleFlightRig() {
  const layer = createSingleFlightLayer({ clock: createVirtualClock() })
  const sent: { call: CallContext; answer: (outcome: CallAttemptOutcome) => void }[] = []
  const send = (call: CallContext) =>
    layer(call, (below) => new Promise((resolve) => sent.push({ call: below, answer: resolve })))
  return { sent, send }
}
const change = () => createTestCall({ endpoint: 'domain.setLock', priority: 'interactive' })

describe('single flight', () => {
  test('A read that started during a write is not joined after the write', async () => {
    const { sent, send } = createSingleFlightRig()
    const changing = send(change())
    void send(createTestCall())
    sent[0]?.answer(createTestOutcome())
    await changing
    void send(createTestCall())
    expect(sent).toHaveLength(3)
  })

  test('A write on another account does not separate reads', async () => {
    const { sent, send } = createSingleFlightRig()
    void send(createTestCall())
    void send(createTestCall({ endpoint: 'domain.setLock', quota: 'b' }))
    void send(createTestCall())
    expect(sent).toHaveLength(2)
  })

  test('Writes are never combined', () => {
    const { sent, send } = createSingleFlightRig()
    void send(change())
    void send(change())
    expect(sent).toHaveLength(2)
  })

  test('A caller that joins raises the call to its own priority and deadline', () => {
    const { sent, send } = createSingleFlightRig()
    void send(createTestCall({ priority: 'background', deadline: 1_000 }))
    void send(createTestCall({ priority: 'interactive', deadline: 9_000 }))
    expect(sent).toHaveLength(1)
    expect(sent[0]?.call.queuedCall).toMatchObject({ priority: 'interactive', deadline: 9_000 })
  })

  test('A caller that would wait for the end of a hold sends its own call when an interactive caller made the shared one fail', async () => {
    const layer = createSingleFlightLayer({ clock: createVirtualClock() })
    const held = Promise.withResolvers<CallAttemptOutcome>()
    const sent: CallContext[] = []
    const send = (call: CallContext) =>
      layer(call, (below) => {
        sent.push(below)
        return sent.length === 1 ? held.promise : Promise.resolve(createTestOutcome())
      })
    const background = send(createTestCall({ priority: 'background' }))
    const interactive = captureRejection(send(createTestCall({ priority: 'interactive', deadline: 9_000 })))
    held.reject(new AppError('address_guarded', 'Held'))
    expect(await interactive).toMatchObject({ kind: 'address_guarded' })
    expect(await background).toMatchObject({ response: { status: 200 } })
    expect(sent[1]?.queuedCall).toMatchObject({ priority: 'background', deadline: Number.POSITIVE_INFINITY })
  })

  test('A call is cancelled when its last caller is gone, and is not joined after that', async () => {
    const { sent, send } = createSingleFlightRig()
    const leaving = [new AbortController(), new AbortController()]
    const ends = leaving.map(({ signal }) => captureRejection(send(createTestCall({ signal }))))
    leaving[0]?.abort()
    expect(sent[0]?.call.signal.aborted).toBe(false)
    leaving[1]?.abort()
    expect(await Promise.all(ends)).toMatchObject([{ kind: 'cancelled' }, { kind: 'cancelled' }])
    expect(sent[0]?.call.signal.aborted).toBe(true)
    void send(createTestCall())
    expect(sent).toHaveLength(2)
  })

  test('A caller with an earlier deadline fails at its own deadline, while the first caller continues', async () => {
    const clock = createVirtualClock()
    const layer = createSingleFlightLayer({ clock })
    const answer = Promise.withResolvers<CallAttemptOutcome>()
    const first = layer(createTestCall({ deadline: 60_000 }), () => answer.promise)
    const joined = captureRejection(layer(createTestCall({ deadline: 5_000 }), () => answer.promise))
    await clock.advance(5_000)
    expect(await joined).toMatchObject({ kind: 'waited_too_long', details: { waitedMs: 5_000 } })
    answer.resolve(createTestOutcome())
    expect(await first).toMatchObject({ response: { status: 200 } })
  })

  test('A caller that joins a queued call fails at once if no slot comes free before its deadline', async () => {
    const clock = createVirtualClock()
    const layer = createSingleFlightLayer({ clock })
    const answer = Promise.withResolvers<CallAttemptOutcome>()
    const call = createTestCall()
    const first = layer(call, () => answer.promise)
    call.queuedCall.markQueued(() => ({ at: hourMs, waitingFor: 'retry_after' }))
    const joined = captureRejection(layer(createTestCall({ deadline: 90_000 }), () => answer.promise))
    const freeAt = clock.now() + hourMs
    expect(await joined).toMatchObject({ kind: 'waited_too_long', details: { waitingFor: 'retry_after', freeAt } })
    answer.resolve(createTestOutcome())
    expect(await first).toMatchObject({ response: { status: 200 } })
  })

  test.each(['before', 'after'] as const)(
    'A caller fails at its deadline if the call was refused and waits for another slot: refused %s the deadline',
    async (when) => {
      const clock = createVirtualClock()
      const layer = createSingleFlightLayer({ clock })
      const { promise: answer, resolve } = Promise.withResolvers<CallAttemptOutcome>()
      const call = createTestCall()
      const first = layer(call, () => answer)
      call.queuedCall.markGranted()
      const joined = captureRejection(
        layer(createTestCall({ priority: 'interactive', deadline: 90_000 }), () => answer),
      )
      await clock.advance(when === 'before' ? 10_000 : 95_000)
      call.queuedCall.markQueued(() => ({ at: Number.POSITIVE_INFINITY, waitingFor: 'concurrent' }))
      await clock.advance(90_000)
      expect(await joined).toMatchObject({
        kind: 'waited_too_long',
        details: { waitedMs: when === 'before' ? 90_000 : 95_000 },
      })
      resolve(createTestOutcome())
      expect(await first).toMatchObject({ response: { status: 200 } })
    },
  )
})
