import { expect, test } from 'vitest'
import type { ServerOfDomain } from '#shared/ipc/inventory.ts'
import { findGoneServerOfRecord } from '#renderer/features/domains/zone/find-gone-server-of-record.ts'

const server = (name: string, address: string, goneSince: number | null) =>
  ({ row: { accountId: 'a', name, goneSince }, address, hosts: [], readAt: 1 }) as unknown as ServerOfDomain

const servers = [
  server('listed.example', '192.0.2.1', null),
  server('gone.example', '192.0.2.2', 5),
  server('gone6.example', '2001:db8::1', 5),
]

test('A record that holds the whole address of a gone server leads to that server', () => {
  const nameFor = (content: string) => findGoneServerOfRecord({ content }, servers)?.row.name ?? null
  expect(nameFor('192.0.2.2')).toBe('gone.example')
  expect(nameFor('2001:0DB8:0::1')).toBe('gone6.example')
  expect(nameFor('v=spf1 ip4:192.0.2.2 -all')).toBe('gone.example')
  expect(nameFor('192.0.2.1')).toBeNull()
  expect(nameFor('192.0.2.22')).toBeNull()
  expect(nameFor('gone.example')).toBeNull()
  expect(findGoneServerOfRecord({ content: '192.0.2.2' }, [])).toBeNull()
})
