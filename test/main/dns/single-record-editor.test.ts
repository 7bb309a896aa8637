import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { isAppError, type AppError } from '#shared/app-error.ts'
import type { RecordChange, CompleteRecordInput } from '#shared/ipc/dns.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { determineLostRecordChangeOutcome } from '#main/dns/determine-outcome-of-record-change-without-answer.ts'
import { hasSameRecordFields } from '#shared/dns/records/compare-two-records.ts'
import { systemClock, type Clock } from '#main/clock.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

let rig: SimulatorRig
afterEach(() => rig?.close())

const domain = 'example.com'
const draft = (fields: Partial<CompleteRecordInput> = {}): CompleteRecordInput => ({
  type: 'A',
  host: 'shop',
  content: '192.0.2.30',
  ttl: 3600,
  priority: 0,
  ...fields,
})

/** A clock that is as fast as real time at first: an accelerated one lets the real keychain run into its time limit. */
function createAcceleratingClock(): Clock & { accelerate(factor: number): void } {
  let speed = 1
  let [realStart, start] = [systemClock.monotonic(), systemClock.monotonic()]
  const monotonic = () => start + (systemClock.monotonic() - realStart) * speed
  const offset = systemClock.now() - systemClock.monotonic()
  return {
    monotonic,
    now: () => Math.floor(offset + monotonic()),
    sleep: (ms, signal) => systemClock.sleep(ms / speed, signal),
    accelerate(factor) {
      ;[realStart, start] = [systemClock.monotonic(), monotonic()]
      speed = factor
    },
  }
}

async function open(clock?: Clock): Promise<{ accountId: string; zone: ZoneRecord[] }> {
  rig = await startSimulatorRig({
    ...(clock && { clock }),
    world: {
      users: [
        {
          name: 'first',
          keys: [{ token: 'first-key-of-the-first' }],
          domains: [
            {
              domain_name: domain,
              records: [
                { type: 'A', host: '@', content: '192.0.2.10' },
                { type: 'A', host: 'www', content: '192.0.2.20' },
              ],
            },
          ],
        },
      ],
    },
  })
  const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', {})
  await ended
  rig.simulator.ledger.clear()
  return { accountId: id, zone: await stored(id) }
}

async function stored(accountId: string): Promise<ZoneRecord[]> {
  return (await rig.call('dns.zone', { accountId, domain })).data ?? []
}

/** The zone as the simulator holds it. */
function served(): string[] {
  return [
    ...(rig.simulator.world.users
      .find(({ name }) => name === 'first')
      ?.domains.get(domain)
      ?.records.values() ?? []),
  ]
    .map(({ host, content }) => `${host} ${content}`)
    .sort()
}

/** The service executes the addition after its answer. */
function serveLate(): void {
  const records = rig.simulator.world.users[0]?.domains.get(domain)?.records
  records?.set(99, { id: 99, ...draft() })
}

const contents = (zone: readonly ZoneRecord[]) => zone.map(({ host, content }) => `${host} ${content}`).sort()
const writes = () => rig.simulator.ledger.requests.filter(({ method }) => method !== 'GET')

async function refusal(accountId: string, change: RecordChange): Promise<AppError> {
  const error: unknown = await rig.call('dns.apply', { accountId, domain, change }).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!isAppError(error)) throw new Error('It was expected to be refused')
  return error
}

describe('Zone changes', () => {
  test('Changes add, change and delete records at the service, send changed fields only, and return the zone afterwards', async () => {
    const { accountId, zone } = await open()
    const added = await rig.call('dns.apply', { accountId, domain, change: { kind: 'add', after: draft() } })
    expect(contents(added.data ?? [])).toEqual(['@ 192.0.2.10', 'shop 192.0.2.30', 'www 192.0.2.20'])
    const www = zone.find(({ host }) => host === 'www') as ZoneRecord
    await rig.call('dns.apply', {
      accountId,
      domain,
      change: { kind: 'change', before: www, after: draft({ host: 'www', content: '192.0.2.99' }) },
    })
    expect(writes().at(-1)?.bodyJson).toEqual({ content: '192.0.2.99' })
    const apex = zone.find(({ host }) => host === '@') as ZoneRecord
    const last = await rig.call('dns.apply', { accountId, domain, change: { kind: 'delete', before: apex } })
    expect(contents(last.data ?? [])).toEqual(['shop 192.0.2.30', 'www 192.0.2.99'])
    expect(served()).toEqual(['shop 192.0.2.30', 'www 192.0.2.99'])
    expect(await stored(accountId)).toEqual(last.data)
    expect((await rig.call('inventory.domains', { filter: { text: '192.0.2.99' } })).total).toBe(1)
  })

  test('A change is not sent when the record is not as the user saw it, and the error holds the current zone', async () => {
    const { accountId, zone } = await open()
    const www = zone.find(({ host }) => host === 'www') as ZoneRecord
    for (const change of [
      { kind: 'change', before: { ...www, ttl: 60 }, after: draft({ host: 'www' }) },
      { kind: 'delete', before: { ...www, content: '192.0.2.21' } },
      { kind: 'delete', before: { ...www, id: 4711 } },
      { kind: 'add', after: draft({ host: 'www', content: '192.0.2.20' }) },
    ] satisfies RecordChange[]) {
      const error = await refusal(accountId, change)
      expect(error.kind).toBe('conflict')
      expect(contents(error.details['actual'] as ZoneRecord[])).toEqual(['@ 192.0.2.10', 'www 192.0.2.20'])
    }
    expect(writes()).toEqual([])
  })

  test('A change without an effect spends no write call', async () => {
    const { accountId, zone } = await open()
    const { id: _, ...www } = zone.find(({ host }) => host === 'www') as ZoneRecord
    const { changeId } = await rig.call('dns.apply', {
      accountId,
      domain,
      change: {
        kind: 'change',
        before: zone.find(({ host }) => host === 'www') as ZoneRecord,
        after: draft(www as CompleteRecordInput),
      },
    })
    expect(writes()).toEqual([])
    expect(changeId).toBeNull()
  })

  test('A change is checked only after the earlier change of the same zone is finished', async () => {
    const { accountId } = await open()
    const add = () => rig.call('dns.apply', { accountId, domain, change: { kind: 'add', after: draft() } })
    const outcomes = await Promise.allSettled([add(), add()])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(writes()).toHaveLength(1)
  })

  test('A change that breaks a rule of its record spends no call, not even to read the zone', async () => {
    const { accountId, zone } = await open()
    const www = zone.find(({ host }) => host === 'www') as ZoneRecord
    for (const [change, path, code] of [
      [{ kind: 'add', after: draft({ content: '999.1.1.1' }) }, 'content', 'ipv4'],
      [{ kind: 'add', after: draft({ host: '例え' }) }, 'host', 'hostCharacters'],
      [{ kind: 'add', after: draft({ type: 'CNAME', content: '192.0.2.1' }) }, 'content', 'targetAddress'],
      [{ kind: 'add', after: draft({ type: 'TXT', content: 'x', priority: 10 }) }, 'priority', 'priorityUnused'],
      [{ kind: 'change', before: www, after: draft({ host: 'www', content: '192.0.2.256' }) }, 'content', 'ipv4'],
    ] satisfies [RecordChange, string, string][]) {
      const error = await refusal(accountId, change)
      expect(error).toMatchObject({ kind: 'invalid_input', details: { issues: [{ path, code }] } })
    }
    expect(rig.simulator.ledger.requests).toEqual([])
  })

  test('A record that the zone already holds in another spelling is not added', async () => {
    const { accountId } = await open()
    const error = await refusal(accountId, {
      kind: 'add',
      after: draft({ host: 'WWW', content: '192.0.2.20', ttl: 60 }),
    })
    expect(error).toMatchObject({
      kind: 'invalid_input',
      details: { issues: [{ path: 'content', code: 'duplicate' }] },
    })
    expect(writes()).toEqual([])
  })

  test('A change of one field is sent although another field of the stored record breaks a rule', async () => {
    const { accountId } = await open()
    const record = rig.simulator.world.users[0]?.domains.get(domain)?.records.values().next().value
    if (!record) throw new Error('The world has no record')
    Object.assign(record, { type: 'CNAME', host: 'old-', content: '192.0.2.1' })
    const before = (await rig.call('dns.refresh', { accountId, domain })).data?.find(
      ({ id }) => id === record.id,
    ) as ZoneRecord
    const { id: _, ...held } = before
    await rig.call('dns.apply', {
      accountId,
      domain,
      change: { kind: 'change', before, after: draft({ ...held, ttl: 60 } as CompleteRecordInput) },
    })
    expect(writes().map(({ bodyJson }) => bodyJson)).toEqual([{ ttl: 60 }])
  })

  test('A change for a read-only account is refused before it is sent', async () => {
    const { accountId } = await open()
    await rig.call('accounts.update', { accountId, isReadOnly: true })
    expect((await refusal(accountId, { kind: 'add', after: draft() })).kind).toBe('read_only')
    expect(writes()).toEqual([])
  })
})

test('A zone may have a change whose answer was lost, until it is read again', async () => {
  const { accountId } = await open()
  const unknownAt = async () => (await rig.call('inventory.domain', { accountId, name: domain })).unknownChangeAt.zone
  expect(await unknownAt()).toBeNull()
  rig.simulator.faults.add({ match: { method: 'POST', path: '/dns$' }, times: 1, fault: { kind: 'reset-after' } })
  // The reading before the change succeeds, the readings after it fail.
  rig.simulator.faults.add({ match: { method: 'GET', path: '/dns$' }, times: 1, fault: { kind: 'delay', ms: 0 } })
  rig.simulator.faults.add({ match: { method: 'GET', path: '/dns$' }, fault: { kind: 'html' } })
  expect((await refusal(accountId, { kind: 'add', after: draft() })).kind).toBe('unsettled')
  const { zone } = await rig.call('inventory.domain', { accountId, name: domain })
  expect(zone.readAt).toBeLessThanOrEqual((await unknownAt()) ?? 0)
  rig.simulator.faults.clear()
  await rig.call('dns.refresh', { accountId, domain })
  expect((await rig.call('dns.zone', { accountId, domain })).readAt).toBeGreaterThan((await unknownAt()) ?? 0)
})

test('A key without stated services is accepted, syncs its account and changes a record', async () => {
  rig = await startSimulatorRig({
    world: {
      services_in_me: 'custom',
      users: [{ name: 'first', keys: [{ token: 'first-key-of-the-first' }], domains: [{ domain_name: domain }] }],
    },
  })
  const { id: accountId } = await rig.addAccount('First', ['first-key-of-the-first'])
  expect((await rig.call('accounts.list', null))[0]?.keys[0]).toMatchObject({
    state: 'working',
    me: { expires_at: null },
  })
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', {})
  await ended
  const { data } = await rig.call('dns.apply', { accountId, domain, change: { kind: 'add', after: draft() } })
  expect(contents(data ?? [])).toEqual(['shop 192.0.2.30'])
})

describe('Lost answers', () => {
  test('A lost answer is no failure when the zone shows the added record, and the change is never sent again', async () => {
    const { accountId } = await open()
    rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-after' } })
    const { data, isAnswerLost } = await rig.call('dns.apply', {
      accountId,
      domain,
      change: { kind: 'add', after: draft() },
    })
    expect(contents(data ?? [])).toContain('shop 192.0.2.30')
    expect(isAnswerLost).toBe(true)
    expect(writes()).toHaveLength(1)
    expect(served()).toHaveLength(3)
  })

  test('The change log says of a change whose answer was lost that a reading showed it, and of an answered one that it did not', async () => {
    const { accountId } = await open()
    rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-after' } })
    for (const host of ['lost', 'answered'])
      await rig.call('dns.apply', { accountId, domain, change: { kind: 'add', after: draft({ host }) } })
    expect((await rig.call('changeLog.list', {})).rows).toMatchObject([
      { change: { after: { host: 'answered' } }, result: 'done', isSettledByReading: false, confirmedAt: null },
      {
        change: { after: { host: 'lost' } },
        result: 'done',
        error: null,
        isSettledByReading: true,
        confirmedAt: expect.any(Number) as number,
      },
    ])
  })

  test('A change without an answer is unsettled while the zone does not show it, because it may still arrive', async () => {
    const { accountId } = await open()
    rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-before' } })
    const error = await refusal(accountId, { kind: 'add', after: draft() })
    expect(error).toMatchObject({
      kind: 'unsettled',
      details: { lost: { kind: 'unsettled', details: { cause: { kind: 'cut_off' } } } },
    })
    expect(served()).toHaveLength(2)
    expect(writes()).toHaveLength(1)
  })

  test('A failed reading of the zone before a change is reported as a change that was not sent', async () => {
    const { accountId } = await open()
    rig.simulator.faults.add({
      match: { method: 'GET', path: '/dns$' },
      fault: { kind: 'status', status: 404, code: 'NOT_FOUND' },
    })
    expect(await refusal(accountId, { kind: 'add', after: draft() })).toMatchObject({
      kind: 'service',
      code: 'NOT_FOUND',
      status: 404,
      details: { hasHappened: false },
    })
    expect(writes()).toEqual([])
  })

  test.each([
    ['the service executed it late', true, 'done', 3],
    ['the service never executed it', false, 'failed', 2],
  ] as const)(
    'A change answered with a 504 is unknown so far, and a reading after some minutes decides it when %s',
    async (_, isLate, result, records) => {
      const clock = createAcceleratingClock()
      const { accountId } = await open(clock)
      clock.accelerate(400)
      const fault = { kind: 'status', status: 504, when: 'before' } as const
      rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault })
      const error = await refusal(accountId, { kind: 'add', after: draft() })
      expect(error).toMatchObject({ kind: 'unsettled', details: { lost: { status: 504 } } })
      const entry = async () => (await rig.call('changeLog.list', { limit: 1 })).rows[0]
      expect((await entry())?.result).toBe('unknown')
      if (isLate) serveLate()
      await expect.poll(async () => (await entry())?.result).toBe(result)
      expect(served()).toHaveLength(records)
      expect(writes()).toHaveLength(1)
    },
  )

  test('A change that was sent again is unknown when only its last sending was refused', async () => {
    const { accountId, zone } = await open()
    const www = zone.find(({ host }) => host === 'www') as ZoneRecord
    const match = { method: 'PUT' }
    rig.simulator.faults.add({ match, times: 1, fault: { kind: 'reset-before' } })
    rig.simulator.faults.add({ match, times: 1, fault: { kind: 'status', status: 422, code: 'VALIDATION_ERROR' } })
    const after = draft({ host: 'www', content: '192.0.2.99' })
    const error = await refusal(accountId, { kind: 'change', before: www, after })
    expect(error).toMatchObject({ kind: 'unsettled', details: { lost: { code: 'VALIDATION_ERROR' } } })
    expect((await rig.call('changeLog.list', { limit: 1 })).rows[0]?.result).toBe('unknown')
    expect(writes()).toHaveLength(2)
  })

  test('A change without an answer is unsettled when the zone cannot be read again', async () => {
    const { accountId, zone } = await open()
    const www = zone.find(({ host }) => host === 'www') as ZoneRecord
    rig.simulator.faults.add({ match: { method: 'DELETE' }, times: 1, fault: { kind: 'reset-after' } })
    // The reading before the change succeeds, the reading after it fails.
    rig.simulator.faults.add({ match: { method: 'GET', path: '/dns$' }, times: 1, fault: { kind: 'delay', ms: 0 } })
    rig.simulator.faults.add({ match: { method: 'GET', path: '/dns$' }, fault: { kind: 'html' } })
    expect((await refusal(accountId, { kind: 'delete', before: www })).kind).toBe('unsettled')
    expect(writes()).toHaveLength(1)
    expect(await stored(accountId)).toHaveLength(2)
  })

  test('A deletion that was answered with a 5xx after it happened is recognized in the zone', async () => {
    const { accountId, zone } = await open()
    rig.simulator.faults.add({
      match: { method: 'DELETE' },
      times: 1,
      fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR', when: 'after' },
    })
    const { data } = await rig.call('dns.apply', {
      accountId,
      domain,
      change: { kind: 'delete', before: zone[0] as ZoneRecord },
    })
    expect(data).toHaveLength(1)
    expect(served()).toHaveLength(1)
  })

  test('A refused change throws the service’s error', async () => {
    const { accountId } = await open()
    rig.simulator.faults.add({
      match: { method: 'POST' },
      times: 1,
      fault: { kind: 'status', status: 422, code: 'VALIDATION_ERROR' },
    })
    expect(await refusal(accountId, { kind: 'add', after: draft() })).toMatchObject({
      kind: 'service',
      code: 'VALIDATION_ERROR',
      status: 422,
    })
  })
})

test('The outcome of a lost change follows from the zone alone: done, not done, or unclear after a foreign change', () => {
  const record = fc.record({
    id: fc.nat(5),
    type: fc.constant('A'),
    host: fc.constantFrom('@', 'www'),
    content: fc.constantFrom('192.0.2.1', '192.0.2.2'),
    ttl: fc.constant(3600),
    priority: fc.constant(0),
  })
  const zones = fc.uniqueArray(record, { selector: ({ id }) => id, minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(
      zones,
      fc.constantFrom('add', 'change', 'delete'),
      fc.boolean(),
      record,
      (zone, kind, isDone, { id: _, ...after }) => {
        const before = zone[0] as ZoneRecord
        const change = {
          add: { kind: 'add', after },
          change: { kind: 'change', before, after },
          delete: { kind: 'delete', before },
        }[kind] as RecordChange
        const rest = zone.slice(1)
        const done = {
          add: [...zone, { id: 9, ...after }],
          change: [{ id: before.id, ...after }, ...rest],
          delete: rest,
        }[kind] as ZoneRecord[]
        const isNothing = kind === 'change' && hasSameRecordFields(before, after)
        fc.pre(!isNothing)
        expect(determineLostRecordChangeOutcome(zone, isDone ? done : zone, change)).toBe(isDone ? 'done' : 'not_done')
        if (kind === 'change')
          expect(determineLostRecordChangeOutcome(zone, [{ ...before, content: '203.0.113.1' }, ...rest], change)).toBe(
            'unclear',
          )
        if (kind === 'add')
          expect(
            determineLostRecordChangeOutcome(zone, [...zone, { ...before, id: 9, content: '203.0.113.1' }], change),
          ).toBe('unclear')
      },
    ),
  )
})
