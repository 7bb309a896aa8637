import { describe, expect, test } from 'vitest'
import type { CallContext, CallOutcome } from '#main/api/middleware.ts'
import { createSingleFlightLayer } from '#main/api/layers/single-flight-layer.ts'
import { rejection } from '#test/main/api/client-rig.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'
import { createTestOutcome, createTestCall } from '#test/main/api/rate-limit/rate-limit-rig.ts'

/** What is below: calls wait until they are answered by hand. */
function newFlights() {
  const layer = createSingleFlightLayer({ clock: createVirtualClock() })
  const sent: { call: CallContext; answer: (outcome: CallOutcome) => void }[] = []
  const send = (call: CallContext) =>
    layer(call, (below) => new Promise((resolve) => sent.push({ call: below, answer: resolve })))
  return { sent, send }
}
const change = () => createTestCall({ endpoint: 'domain.setLock', priority: 'interactive' })

describe('single flight', () => {
  test('a read begun while a change is under way is not joined after the change', async () => {
    const { sent, send } = newFlights()
    const changing = send(change())
    void send(createTestCall())
    sent[0]?.answer(createTestOutcome())
    await changing
    void send(createTestCall())
    expect(sent).toHaveLength(3)
  })

  test('a change of another account parts nothing', async () => {
    const { sent, send } = newFlights()
    void send(createTestCall())
    void send(createTestCall({ endpoint: 'domain.setLock', quota: 'b' }))
    void send(createTestCall())
    expect(sent).toHaveLength(2)
  })

  test('changes are never one call', () => {
    const { sent, send } = newFlights()
    void send(change())
    void send(change())
    expect(sent).toHaveLength(2)
  })

  test('a joined caller makes the call as urgent as itself', () => {
    const { sent, send } = newFlights()
    void send(createTestCall({ priority: 'background', deadline: 1_000 }))
    void send(createTestCall({ priority: 'interactive', deadline: 9_000 }))
    expect(sent).toHaveLength(1)
    expect(sent[0]?.call.callPriority).toMatchObject({ priority: 'interactive', deadline: 9_000 })
  })

  test('the call ends when its last caller leaves, and is not joined then', async () => {
    const { sent, send } = newFlights()
    const leaving = [new AbortController(), new AbortController()]
    const ends = leaving.map(({ signal }) => rejection(send(createTestCall({ signal }))))
    leaving[0]?.abort()
    expect(sent[0]?.call.signal.aborted).toBe(false)
    leaving[1]?.abort()
    expect(await Promise.all(ends)).toMatchObject([{ kind: 'cancelled' }, { kind: 'cancelled' }])
    expect(sent[0]?.call.signal.aborted).toBe(true)
    void send(createTestCall())
    expect(sent).toHaveLength(2)
  })

  test('who joins and may wait less than the first is told when that time is over; the first goes on', async () => {
    const clock = createVirtualClock()
    const layer = createSingleFlightLayer({ clock })
    const answer = Promise.withResolvers<CallOutcome>()
    const first = layer(createTestCall({ deadline: 60_000 }), () => answer.promise)
    const joined = rejection(layer(createTestCall({ deadline: 5_000 }), () => answer.promise))
    await clock.advance(5_000)
    expect(await joined).toMatchObject({ kind: 'waited_too_long', details: { waitedMs: 5_000 } })
    answer.resolve(createTestOutcome())
    expect(await first).toMatchObject({ response: { status: 200 } })
  })

  test.each(['before', 'after'] as const)('who joins is told in time that the call was refused and waits for another place: refused %s that time', async (when) => {
    const clock = createVirtualClock()
    const layer = createSingleFlightLayer({ clock })
    const { promise: answer, resolve } = Promise.withResolvers<CallOutcome>()
    const call = createTestCall()
    const first = layer(call, () => answer)
    call.callPriority.markGranted()
    const joined = rejection(layer(createTestCall({ priority: 'interactive', deadline: 90_000 }), () => answer))
    await clock.advance(when === 'before' ? 10_000 : 95_000)
    call.callPriority.markQueued()
    await clock.advance(90_000)
    expect(await joined).toMatchObject({ kind: 'waited_too_long', details: { waitedMs: when === 'before' ? 90_000 : 95_000 } })
    resolve(createTestOutcome())
    expect(await first).toMatchObject({ response: { status: 200 } })
  })
})
