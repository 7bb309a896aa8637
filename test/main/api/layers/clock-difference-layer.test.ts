import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#shared/durations.ts'
import { createClockDifferenceLayer } from '#main/api/layers/clock-difference-layer.ts'
import { createTestCall, createTestOutcome } from '#test/main/api/rate-limit/rate-limit-rig.ts'

const serviceAt = Date.parse('2026-11-29T02:00:00Z')

function watch() {
  const changes: (number | null)[] = []
  const difference = createClockDifferenceLayer({ onChange: () => changes.push(difference.differenceMs()) })
  const answer = (aheadMs: number, date: string | null = new Date(serviceAt).toUTCString(), isTyped = false) =>
    difference.layer({ ...createTestCall({ quota: 'a' }), ...(isTyped && { accountId: null }) }, async () => ({
      ...createTestOutcome(200, date === null ? {} : { date }),
      at: serviceAt + aheadMs,
    }))
  return { changes, answer }
}

test.each([
  ['ahead', 3 * hourMs],
  ['behind', -3 * hourMs],
])(
  'A clock that three answers in a row show to be %s of the service is reported, until one answer agrees',
  async (_, ms) => {
    const { changes, answer } = watch()
    await answer(ms)
    await answer(ms)
    expect(changes).toEqual([])
    await answer(ms)
    await answer(ms + 2_000)
    expect(changes).toEqual([ms])
    await answer(1_000)
    expect(changes).toEqual([ms, null])
  },
)

test('One old answer of a cache, answers without a time, a difference of minutes, and trials of typed keys report nothing', async () => {
  const { changes, answer } = watch()
  for (const ms of [0, 30 * hourMs, 0, 30 * hourMs, 30 * hourMs, 0]) await answer(ms)
  for (const ms of [3 * hourMs, -3 * hourMs, 3 * hourMs, -3 * hourMs]) await answer(ms)
  for (let i = 0; i < 5; i += 1) await answer(3 * hourMs, null)
  for (let i = 0; i < 5; i += 1) await answer(5 * minuteMs)
  for (let i = 0; i < 5; i += 1) await answer(3 * hourMs, new Date(serviceAt).toUTCString(), true)
  expect(changes).toEqual([])
})

test('A difference that moved by a minute is reported again', async () => {
  const { changes, answer } = watch()
  for (const ms of [hourMs, hourMs, hourMs, hourMs + minuteMs]) await answer(ms)
  expect(changes).toEqual([hourMs, hourMs + minuteMs])
})
