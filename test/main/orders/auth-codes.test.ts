import { randomBytes, randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { getHeapSnapshot } from 'node:v8'
import { expect, test } from 'vitest'
import { createAuthCodes, type AuthCodes } from '#main/orders/quotes/auth-codes.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'

/** As bytes: a test that held the text would find its own. */
const type = (codes: AuthCodes): { bytes: number[]; ticket: string } => {
  const bytes = [...Buffer.from(randomBytes(18).toString('hex'))]
  return { bytes, ticket: codes.keep(Buffer.from(bytes).toString('latin1')) }
}
const isInMemory = async (bytes: number[]) => (await text(getHeapSnapshot())).includes(Buffer.from(bytes).toString('latin1'))

test('an auth code that nobody asks for any more is not in memory after half an hour', async () => {
  const clock = createVirtualClock()
  const codes = createAuthCodes({ clock, newId: randomUUID })
  const { bytes, ticket } = type(codes)
  await clock.advance(29 * 60_000)
  expect(await isInMemory(bytes)).toBe(true)
  expect(Buffer.from(codes.get(ticket)).equals(Buffer.from(bytes))).toBe(true)
  await clock.advance(60_000)
  // The next takes the place of what the engine remembers of the last.
  codes.discard(type(codes).ticket)
  expect(await isInMemory(bytes)).toBe(false)
  expect(() => codes.get(ticket)).toThrow('no longer kept')
}, 60_000)
