import { expect, test } from 'vitest'
import { systemClock } from '#main/clock.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { orderTokens, startOrdersThroughCommandsRig, rightAuthCode } from './orders-through-commands-rig.ts'

test('An ordered server is in the server list without a manual sync', async () => {
  const { accountId, rig, buy, waitUntilSettled } = await startOrdersThroughCommandsRig()
  const listed = rig.event('sync.changed', ([first]) => first?.state === 'idle' && first.endedAt !== null)
  const { intentIds } = await buy([
    {
      kind: 'order',
      accountId,
      planId: 'standard',
      months: 12,
      serverId: 'banto01',
      autoRenew: false,
      partnerCode: null,
    },
  ])
  expect((await waitUntilSettled(intentIds))[0]?.state).toBe('done')
  await listed
  expect((await rig.call('inventory.servers', {})).rows).toMatchObject([{ serverId: 'banto01', accountId }])
})

test('A finished order is visible in the domain list before any sync', async () => {
  const { accountId, rig, buy, waitUntilSettled } = await startOrdersThroughCommandsRig()
  const shown = async () =>
    (await rig.call('inventory.domains', {})).rows
      .map(({ name, status, expiryDate }) => [name, status, expiryDate])
      .sort()
  const { authCodeId } = await rig.call('orders.keepAuthCode', { authCode: rightAuthCode })
  const items: OrderItem[] = [
    { kind: 'renew', accountId, name: 'one.com', years: 2 },
    { kind: 'acquire', accountId, name: 'fresh.com', years: 1, nameservers: null },
    { kind: 'transfer', accountId, name: 'away.com' },
  ]
  const { intentIds } = await buy(items, { 'away.com': authCodeId })
  await waitUntilSettled(intentIds)
  await expect.poll(shown).toEqual([
    ['away.com', 'transferring', null],
    ['four.com', 'active', '2027-03-31'],
    ['fresh.com', 'active', expect.stringMatching(/^\d{4}-/)],
    ['one.com', 'active', '2029-03-31'],
    ['three.com', 'active', '2027-03-31'],
    ['two.com', 'active', '2027-03-31'],
  ])
})

test('An expiry that a renewal of this app leads to names the order, and one that was renewed elsewhere names none', async () => {
  const { accountId, rig, buy, waitUntilSettled } = await startOrdersThroughCommandsRig()
  await rig.call('sync.start', { accountIds: [accountId] })
  await expect.poll(async () => (await rig.call('sync.progress', null)).map(({ state }) => state)).toEqual(['idle'])
  const renewElsewhere = (name: string, expiryDate: string) =>
    Object.assign(rig.simulator.world.user('first').domains.get(name) as object, { expiryDate })
  const { intentIds } = await buy([{ kind: 'renew', accountId, name: 'one.com', years: 2 }])
  await waitUntilSettled(intentIds)
  renewElsewhere('two.com', '2029-03-31')
  await rig.call('inventory.refreshDomain', { accountId, name: 'two.com', detailKinds: ['detail'] })
  renewElsewhere('one.com', '2031-03-31')
  await rig.call('inventory.refreshDomain', { accountId, name: 'one.com', detailKinds: ['detail'] })
  const { sentAt } = await rig.call('orders.intent', { intentId: intentIds[0] as string })
  const { rows } = await rig.call('detectedChanges.list', { filter: { fields: ['expiry'] } })
  expect(rows.map(({ name, values, sentOrder }) => [name, values, sentOrder]).toReversed()).toEqual([
    [
      'one.com',
      { field: 'expiry', before: '2027-03-31', after: '2029-03-31' },
      { intentId: intentIds[0], at: sentAt, certainty: 'confirmed' },
    ],
    ['two.com', { field: 'expiry', before: '2027-03-31', after: '2029-03-31' }, null],
    ['one.com', { field: 'expiry', before: '2029-03-31', after: '2031-03-31' }, null],
  ])
})

test('An expiry that another account of the same user reads names the renewal that led to it', async () => {
  const { accountId, rig, buy, waitUntilSettled } = await startOrdersThroughCommandsRig()
  const { id: otherId } = await rig.addAccount('Second', [orderTokens.other])
  await rig.call('sync.start', {})
  await expect
    .poll(async () => (await rig.call('sync.progress', null)).map(({ state }) => state))
    .toEqual(['idle', 'idle'])
  const { intentIds } = await buy([{ kind: 'renew', accountId, name: 'one.com', years: 1 }])
  await waitUntilSettled(intentIds)
  await rig.call('inventory.refreshDomain', { accountId: otherId, name: 'one.com', detailKinds: ['detail'] })
  const { rows } = await rig.call('detectedChanges.list', { filter: { fields: ['expiry'] } })
  expect(rows.map((row) => [row.accountId, row.sentOrder?.intentId]).toSorted()).toEqual(
    [accountId, otherId].map((id) => [id, intentIds[0]]).toSorted(),
  )
})

test('An expiry that a check took for the result of a renewal of this app names the order as inferred', async () => {
  const { accountId, rig, waitUntilSettled } = await startOrdersThroughCommandsRig()
  await rig.call('sync.start', { accountIds: [accountId] })
  await expect.poll(async () => (await rig.call('sync.progress', null)).map(({ state }) => state)).toEqual(['idle'])
  const { rows: quoted, totalYen } = await rig.call('orders.quote', {
    quoteId: 'lost',
    items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
  })
  rig.simulator.faults.add({ match: { method: 'POST', path: '/renew$' }, times: 1, fault: { kind: 'reset-after' } })
  const rowIds = quoted.map(({ id }) => id)
  const { intentIds } = await rig.call('orders.confirm', { quoteId: 'lost', rowIds, totalYen, agreesToTerms: true })
  await waitUntilSettled(intentIds)
  const { rows } = await rig.call('detectedChanges.list', { filter: { fields: ['expiry'] } })
  expect(rows.map(({ sentOrder }) => sentOrder)).toEqual([
    { intentId: intentIds[0], at: expect.any(Number), certainty: 'inferred' },
  ])
})

test('An expiry that a renewal of unknown outcome leads to names the order as of unknown outcome, also when the user recorded it as not accepted', async () => {
  const { accountId, rig } = await startOrdersThroughCommandsRig()
  await rig.call('sync.start', { accountIds: [accountId] })
  const { rows: quoted, totalYen } = await rig.call('orders.quote', {
    quoteId: 'unknown',
    items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
  })
  rig.simulator.faults.add({
    match: { path: '/one.com/renew$' },
    fault: { kind: 'status', status: 503, code: 'REGISTRAR_UNAVAILABLE' },
  })
  const rowIds = quoted.map(({ id }) => id)
  const { intentIds } = await rig.call('orders.confirm', { quoteId: 'unknown', rowIds, totalYen, agreesToTerms: true })
  const order = () => rig.call('orders.intent', { intentId: intentIds[0] as string })
  await expect.poll(async () => (await order()).state).toBe('unsettled')
  // The checks of the order cannot read the domain, but the list shows it.
  rig.simulator.faults.add({
    match: { path: '^/v1/domain/one.com$' },
    fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
  })
  Object.assign(rig.simulator.world.user('first').domains.get('one.com') ?? {}, { expiryDate: '2028-03-31' })
  await rig.call('sync.start', { accountIds: [accountId] })
  const sentOrders = async () =>
    (await rig.call('detectedChanges.list', { filter: { fields: ['expiry'] } })).rows.map(({ sentOrder }) => sentOrder)
  const { sentAt } = await order()
  const possible = [{ intentId: intentIds[0], at: sentAt, certainty: 'unknown_outcome' }]
  await expect.poll(sentOrders).toEqual(possible)
  expect((await order()).state).toBe('unsettled')
  await rig.call('orders.settle', { intentId: intentIds[0] as string, happened: false, repeat: false })
  expect((await order()).state).toBe('abandoned')
  expect(await sentOrders()).toEqual(possible)
})

test('The window gets the new number of domains of an account after an acquisition, without a sync', async () => {
  const { accountId, rig, buy } = await startOrdersThroughCommandsRig()
  // The list that is read before the sending shows the four other domains.
  const [before] = await rig.call('accounts.list', null)
  await buy([{ kind: 'acquire', accountId, name: 'fresh.com', years: 1, nameservers: null }])
  const counts = () =>
    rig.events.flatMap((event) =>
      event.name === 'accounts.changed' ? (event.payload as Account[]).map(({ domains }) => domains) : [],
    )
  await expect.poll(() => counts().at(-1)).toBe((before?.domains ?? 0) + 5)
})

test('An expiry that differs from the confirmed one is in the domain list at once', async () => {
  const { accountId, rig, charges } = await startOrdersThroughCommandsRig()
  const { rows, totalYen } = await rig.call('orders.quote', {
    quoteId: 'moved',
    items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
  })
  const domain = rig.simulator.world.user('first').domains.get('one.com')
  if (domain) domain.expiryDate = '2031-03-31'
  const { intentIds } = await rig.call('orders.confirm', {
    quoteId: 'moved',
    rowIds: rows.map(({ id }) => id),
    totalYen,
    agreesToTerms: true,
  })
  await expect
    .poll(async () => (await rig.call('orders.intent', { intentId: intentIds[0] as string })).hold?.reason)
    .toBe('target_moved')
  await expect
    .poll(async () => (await rig.call('inventory.domain', { accountId, name: 'one.com' })).row.expiryDate)
    .toBe('2031-03-31')
  expect(charges()).toEqual([])
})

test('A reading for an order updates the domain’s page and the domain list, with the time of the reading', async () => {
  let passedMs = 0
  const { accountId, rig } = await startOrdersThroughCommandsRig({ ...systemClock, now: () => Date.now() + passedMs })
  await rig.call('sync.start', { accountIds: [accountId] })
  await expect.poll(async () => (await rig.call('sync.progress', null)).map(({ state }) => state)).toEqual(['idle'])
  const { rows, totalYen } = await rig.call('orders.quote', {
    quoteId: 'unknown',
    items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
  })
  rig.simulator.faults.add({
    match: { path: '/one.com/renew$' },
    fault: { kind: 'status', status: 503, code: 'REGISTRAR_UNAVAILABLE' },
  })
  const { intentIds } = await rig.call('orders.confirm', {
    quoteId: 'unknown',
    rowIds: rows.map(({ id }) => id),
    totalYen,
    agreesToTerms: true,
  })
  const intentId = intentIds[0] as string
  await expect.poll(async () => (await rig.call('orders.intent', { intentId })).state).toBe('unsettled')
  passedMs = 3_600_000
  const before = Date.now() + passedMs
  await rig.call('orders.readAgain', { intentId })
  const { row, detail } = await rig.call('inventory.domain', { accountId, name: 'one.com' })
  expect(detail.readAt).toBeGreaterThanOrEqual(before)
  expect(row.readAt).toBeGreaterThanOrEqual(before)
  expect(detail.data).toMatchObject({ status: 'active', expiry_date: '2027-03-31' })
})

test('A check that could not read anything does not store an older reading over a newer expiry from a list', async () => {
  const { accountId, rig } = await startOrdersThroughCommandsRig()
  const { rows, totalYen } = await rig.call('orders.quote', {
    quoteId: 'unknown',
    items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
  })
  rig.simulator.faults.add({
    match: { path: '/one.com/renew$' },
    fault: { kind: 'status', status: 503, code: 'REGISTRAR_UNAVAILABLE' },
  })
  const { intentIds } = await rig.call('orders.confirm', {
    quoteId: 'unknown',
    rowIds: rows.map(({ id }) => id),
    totalYen,
    agreesToTerms: true,
  })
  const intentId = intentIds[0] as string
  const order = () => rig.call('orders.intent', { intentId })
  await expect.poll(async () => (await order()).state).toBe('unsettled')
  await rig.call('orders.readAgain', { intentId })
  const checkAt = (await order()).nextLookAt
  rig.simulator.faults.add({
    match: { path: '^/v1/domain/one.com$' },
    fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
  })
  Object.assign(rig.simulator.world.user('first').domains.get('one.com') ?? {}, { expiryDate: '2030-03-31' })
  await rig.call('sync.start', { accountIds: [accountId] })
  const expiry = async () => (await rig.call('inventory.domain', { accountId, name: 'one.com' })).row.expiryDate
  await expect.poll(expiry).toBe('2030-03-31')
  await expect.poll(async () => (await order()).nextLookAt).not.toBe(checkAt)
  expect((await order()).state).toBe('unsettled')
  expect(await expiry()).toBe('2030-03-31')
})

test('A domain missing at the sending of its renewal is gone from the domain list after the list is read again', async () => {
  const { accountId, rig, charges } = await startOrdersThroughCommandsRig()
  await rig.call('sync.start', { accountIds: [accountId] })
  await expect.poll(async () => (await rig.call('sync.progress', null)).map(({ state }) => state)).toEqual(['idle'])
  expect((await rig.call('inventory.domains', {})).total).toBe(4)
  const { rows, totalYen } = await rig.call('orders.quote', {
    quoteId: 'gone',
    items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
  })
  rig.simulator.world.user('first').domains.delete('one.com')
  await rig.call('orders.confirm', { quoteId: 'gone', rowIds: rows.map(({ id }) => id), totalYen, agreesToTerms: true })
  await expect
    .poll(async () => (await rig.call('inventory.domain', { accountId, name: 'one.com' })).row.goneSince)
    .not.toBeNull()
  expect(charges()).toEqual([])
})
