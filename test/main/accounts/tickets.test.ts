import { expect, test } from 'vitest'
import { createTickets } from '#main/accounts/tickets.ts'
import { systemClock } from '#main/clock.ts'

test('a tried key is kept for half an hour, and then has to be typed again', () => {
  let now = 0
  const tickets = createTickets({ clock: { ...systemClock, monotonic: () => now }, newId: () => 'ticket' })
  const ticket = { trial: 'one', baseUrl: 'https://service.example', secret: 'secret', me: { expires_at: null, services: {} }, expiresAt: null, triedAt: 0, listedNames: { domain: null, server: null } }
  tickets.keep(ticket)
  now = 30 * 60_000 - 1
  expect(tickets.get('ticket')).toEqual(ticket)
  now += 1
  expect(() => tickets.get('ticket')).toThrow(expect.objectContaining({ kind: 'not_found' }) as Error)
})
