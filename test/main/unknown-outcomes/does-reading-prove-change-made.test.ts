import { expect, test } from 'vitest'
import type { LoggedChange } from '#shared/ipc/change-log.ts'
import type { LoggedServerChange } from '#shared/ipc/single-server-change-commands.ts'
import { doesReadingProveChangeMade } from '#main/unknown-outcomes/does-reading-prove-change-made.ts'

type Reading = Parameters<typeof doesReadingProveChangeMade>[2]
const reading = (endpoint: Reading['endpoint'], input: Reading['input'], data: unknown) =>
  ({ accountId: 'a', endpoint, input, data }) as Reading
const ofServer = (fields: Partial<LoggedServerChange>): LoggedServerChange => ({
  kind: 'server',
  operation: 'setMemo',
  subject: null,
  before: null,
  unproved: null,
  notListed: null,
  after: null,
  ...fields,
})
const shows = (change: LoggedChange, read: Reading, later: LoggedChange[] = []) =>
  doesReadingProveChangeMade({ change }, later, read, [])

test('A memo and the state of SSH are shown by the reading of the same value', () => {
  const memo = ofServer({ after: 'new' })
  expect(shows(memo, reading('server.memo', { servername: 's' }, { memo: 'new' }))).toBe(true)
  expect(shows(memo, reading('server.memo', { servername: 's' }, { memo: 'old' }))).toBe(false)
  const ssh = ofServer({ operation: 'setSsh', after: 'on' })
  expect(shows(ssh, reading('hosting.ssh', { servername: 's' }, { ssh_enabled: true }))).toBe(true)
  expect(shows(ssh, reading('hosting.ssh', { servername: 's' }, { ssh_enabled: false }))).toBe(false)
  expect(shows(ssh, reading('hosting.ssh', { servername: 's' }, { other: 1 }))).toBe(false)
})

test('A reading of one domain of a server does not show that something was deleted on the server', () => {
  const deletion = ofServer({ operation: 'deleteWordpress', subject: 'https://two.com/' })
  const nothing = { wordpress: [] }
  expect(shows(deletion, reading('hosting.wordpress', { servername: 's', domain: 'one.com' }, nothing))).toBe(false)
  expect(shows(deletion, reading('hosting.wordpress', { servername: 's' }, nothing))).toBe(true)
})

test('An installation of WordPress is shown by its address, unless the reading shows another title there', () => {
  const installation = ofServer({ operation: 'installWordpress', subject: 'https://two.com/', after: 'Two' })
  const showsSite = (fields: object) =>
    shows(
      installation,
      reading('hosting.wordpress', { servername: 's' }, { wordpress: [{ url: 'http://two.com', ...fields }] }),
    )
  expect(showsSite({ title: 'Two' })).toBe(true)
  expect(showsSite({ title: 'Somebody else' })).toBe(false)
  expect(showsSite({})).toBe(true)
  expect(showsSite({ version: '6.8' })).toBe(true)
})

test('A setting is shown by its own reading, unless Banto sent a later change of the same setting', () => {
  const lock = { kind: 'lock', before: false, after: true } as const
  const locked = reading('domain.lock', { domain_name: 'd' }, { locked: true })
  expect(shows(lock, locked)).toBe(true)
  expect(shows(lock, reading('domain.lock', { domain_name: 'd' }, { locked: false }))).toBe(false)
  expect(shows(lock, reading('domain.nameservers', { domain_name: 'd' }, { nameservers: [] }))).toBe(false)
  expect(shows(lock, locked, [{ kind: 'nameservers', before: [], after: ['ns1.example'] }])).toBe(true)
  expect(shows(lock, locked, [lock])).toBe(false)
  expect(shows(lock, locked, [{ kind: 'console', method: 'PUT', path: '/v1/domain/d', status: 200 }])).toBe(false)
})

test('A record that may have been in the zone before proves no addition', () => {
  const change = {
    kind: 'add',
    after: { type: 'A', host: 'www', content: '192.0.2.1', ttl: 3600, priority: 0 },
  } as const
  const read = reading('domain.dns', { domain_name: 'd' }, { records: [{ id: 1, ...change.after }] })
  expect(doesReadingProveChangeMade({ change }, [], read, [])).toBe(true)
  expect(doesReadingProveChangeMade({ change }, [], read, [{ id: 1, ...change.after }])).toBe(false)
  expect(doesReadingProveChangeMade({ change }, [], read, null)).toBe(false)
})
