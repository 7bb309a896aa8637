import { describe, expect, test } from 'vitest'
import type { Call, Outcome } from '#main/api/pipeline.ts'
import { createSingleFlight } from '#main/api/single-flight.ts'
import { rejection } from './rig.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'
import { answered, callOf } from './schedule-rig.ts'

/** What is below: calls wait until they are answered by hand. */
function newFlights() {
  const layer = createSingleFlight({ clock: createVirtualClock() })
  const sent: { call: Call; answer: (outcome: Outcome) => void }[] = []
  const send = (call: Call) =>
    layer(call, (below) => new Promise((resolve) => sent.push({ call: below, answer: resolve })))
  return { sent, send }
}
const change = () => callOf({ endpoint: 'domain.setLock', priority: 'interactive' })

describe('single flight', () => {
  test('a read begun while a change is under way is not joined after the change', async () => {
    const { sent, send } = newFlights()
    const changing = send(change())
    void send(callOf())
    sent[0]?.answer(answered())
    await changing
    void send(callOf())
    expect(sent).toHaveLength(3)
  })

  test('a change of another account parts nothing', async () => {
    const { sent, send } = newFlights()
    void send(callOf())
    void send(callOf({ endpoint: 'domain.setLock', quota: 'b' }))
    void send(callOf())
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
    void send(callOf({ priority: 'background', leaveBy: 1_000 }))
    void send(callOf({ priority: 'interactive', leaveBy: 9_000 }))
    expect(sent).toHaveLength(1)
    expect(sent[0]?.call.urgency).toMatchObject({ priority: 'interactive', leaveBy: 9_000 })
  })

  test('the call ends when its last caller leaves, and is not joined then', async () => {
    const { sent, send } = newFlights()
    const leaving = [new AbortController(), new AbortController()]
    const ends = leaving.map(({ signal }) => rejection(send(callOf({ signal }))))
    leaving[0]?.abort()
    expect(sent[0]?.call.signal.aborted).toBe(false)
    leaving[1]?.abort()
    expect(await Promise.all(ends)).toMatchObject([{ kind: 'cancelled' }, { kind: 'cancelled' }])
    expect(sent[0]?.call.signal.aborted).toBe(true)
    void send(callOf())
    expect(sent).toHaveLength(2)
  })

  test('who joins and may wait less than the first is told when that time is over; the first goes on', async () => {
    const clock = createVirtualClock()
    const layer = createSingleFlight({ clock })
    const answer = Promise.withResolvers<Outcome>()
    const first = layer(callOf({ leaveBy: 60_000 }), () => answer.promise)
    const joined = rejection(layer(callOf({ leaveBy: 5_000 }), () => answer.promise))
    await clock.advance(5_000)
    expect(await joined).toMatchObject({ kind: 'waited_too_long', details: { waitedMs: 5_000 } })
    answer.resolve(answered())
    expect(await first).toMatchObject({ reply: { status: 200 } })
  })

  test.each(['before', 'after'] as const)('who joins is told in time that the call was refused and waits for another place: refused %s that time', async (when) => {
    const clock = createVirtualClock()
    const layer = createSingleFlight({ clock })
    const { promise: answer, resolve } = Promise.withResolvers<Outcome>()
    const call = callOf()
    const first = layer(call, () => answer)
    call.urgency.leave()
    const joined = rejection(layer(callOf({ priority: 'interactive', leaveBy: 90_000 }), () => answer))
    await clock.advance(when === 'before' ? 10_000 : 95_000)
    call.urgency.queue()
    await clock.advance(90_000)
    expect(await joined).toMatchObject({ kind: 'waited_too_long', details: { waitedMs: when === 'before' ? 90_000 : 95_000 } })
    resolve(answered())
    expect(await first).toMatchObject({ reply: { status: 200 } })
  })
})
