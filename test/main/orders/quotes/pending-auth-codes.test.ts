import { randomBytes, randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { getHeapSnapshot } from 'node:v8'
import { beforeEach, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#shared/durations.ts'
import { createPendingAuthCodes, type PendingAuthCodes } from '#main/orders/quotes/pending-auth-codes.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'

/** Keeps the code as bytes, because the heap snapshot would find a string that the test itself holds. */
const type = (codes: PendingAuthCodes): { bytes: number[]; authCodeId: string } => {
  const bytes = [...Buffer.from(randomBytes(18).toString('hex'))]
  return { bytes, authCodeId: codes.add(Buffer.from(bytes).toString('latin1')) }
}
const isInMemory = async (bytes: number[]) =>
  (await text(getHeapSnapshot())).includes(Buffer.from(bytes).toString('latin1'))

const expired: string[] = []
beforeEach(() => {
  expired.length = 0
})

test('An unused auth code is not in memory after half an hour', async () => {
  const clock = createVirtualClock()
  const codes = createPendingAuthCodes({ clock, newId: randomUUID, onExpired: (id) => expired.push(id) })
  const { bytes, authCodeId } = type(codes)
  await clock.advance(29 * 60_000)
  expect(await isInMemory(bytes)).toBe(true)
  expect(Buffer.from(codes.get(authCodeId)).equals(Buffer.from(bytes))).toBe(true)
  await clock.advance(60_000)
  // Another code replaces the last one in the caches of the JavaScript engine.
  codes.discard(type(codes).authCodeId)
  expect(await isInMemory(bytes)).toBe(false)
  expect(() => codes.get(authCodeId)).toThrow('no longer kept')
  expect(expired).toEqual([authCodeId])
})

test('An auth code is not kept for longer than half an hour because the computer sleeps', async () => {
  const clock = createVirtualClock()
  const codes = createPendingAuthCodes({ clock, newId: randomUUID, onExpired: (id) => expired.push(id) })
  const { bytes, authCodeId } = type(codes)
  await clock.advance(5 * minuteMs)
  // The monotonic clock and the timers stop while the computer sleeps.
  clock.jumpWall(9 * hourMs)
  const beforeTimer = type(codes)
  clock.jumpWall(9 * hourMs)
  expect(() => codes.get(beforeTimer.authCodeId)).toThrow('no longer kept')
  await clock.advance(minuteMs)
  // Another code replaces the last one in the caches of the JavaScript engine.
  codes.discard(type(codes).authCodeId)
  expect(await isInMemory(bytes)).toBe(false)
  expect(() => codes.get(authCodeId)).toThrow('no longer kept')
})

test('An auth code is kept for half an hour although the clock is set back', async () => {
  const clock = createVirtualClock()
  const codes = createPendingAuthCodes({ clock, newId: randomUUID, onExpired: (id) => expired.push(id) })
  const { authCodeId } = type(codes)
  clock.jumpWall(-9 * hourMs)
  await clock.advance(29 * minuteMs)
  expect(codes.get(authCodeId)).toHaveLength(36)
  await clock.advance(minuteMs)
  expect(() => codes.get(authCodeId)).toThrow('no longer kept')
})
