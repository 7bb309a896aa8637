import { describe, expect, test } from 'vitest'
import {
  startQuoteRigWithAccount,
  fullKey,
  paidPermissions,
  createRenewalItem,
  createAcquisitionItem,
  createServerOrderItem,
  problemReasons,
} from './quote-rig.ts'

describe('Restrictions of the account or its keys', () => {
  test('A read-only account, a paused account and a missing permission are reported without a call', async () => {
    const { accountId, rig, quote, calls } = await startQuoteRigWithAccount([
      {
        token: 'a-key-that-only-reads',
        services: { domain: { permission_type: 'read' }, server: { permission_type: 'read' } },
      },
    ])
    const denied = await quote([createRenewalItem(accountId, 'one.com')])
    expect(problemReasons(denied)).toEqual(['no_permission'])
    expect(denied.rows[0]?.problem?.error?.details).toMatchObject({ reasons: [{ reason: 'permission' }] })
    await rig.call('accounts.update', { accountId, isReadOnly: true })
    expect(problemReasons(await quote([createServerOrderItem(accountId)]))).toEqual(['read_only'])
    await rig.call('accounts.update', { accountId, isPaused: true })
    expect(problemReasons(await quote([createRenewalItem(accountId, 'one.com')]))).toEqual(['paused'])
    expect(calls()).toEqual([])
  })

  test('Rejected keys are reported differently from keys that lack a permission', async () => {
    const { accountId, rig, quote } = await startQuoteRigWithAccount()
    rig.simulator.faults.add({
      match: { path: '^/v1/domain$' },
      times: 1,
      fault: { kind: 'status', status: 401, code: 'UNAUTHORIZED' },
    })
    await quote([createRenewalItem(accountId, 'one.com')])
    expect(problemReasons(await quote([createRenewalItem(accountId, 'one.com')]))).toEqual(['no_usable_key'])
  })

  test('A rejected key with the permission is reported, although another key lacks only the permission', async () => {
    const { accountId, rig, quote } = await startQuoteRigWithAccount([
      { token: fullKey },
      { token: 'a-key-that-only-reads', services: { domain: { permission_type: 'read' } } },
    ])
    rig.simulator.faults.add({
      match: { path: '^/v1/me$', token: fullKey },
      times: 1,
      fault: { kind: 'status', status: 401, code: 'UNAUTHORIZED' },
    })
    const [account] = await rig.call('accounts.list', null)
    await rig.answer('accounts.retestKey', { accountId, keyId: account?.keys[0]?.id })
    expect((await rig.call('accounts.list', null))[0]?.keys.map(({ state }) => state)).toEqual([
      'quarantined',
      'working',
    ])
    expect(problemReasons(await quote([createRenewalItem(accountId, 'one.com')]))).toEqual(['no_usable_key'])
  })

  test('Keys for selected domains and keys without the acquisition permission are named as reasons', async () => {
    const { accountId, quote } = await startQuoteRigWithAccount([
      {
        token: 'a-key-for-one-domain',
        services: { domain: { target_mode: 'selected', targets: ['one.com'], allow_acquisition: true } },
      },
      { token: 'a-key-without-acquisition', services: { domain: { allow_acquisition: false } } },
    ])
    const { rows } = await quote([
      createRenewalItem(accountId, 'two.net'),
      createAcquisitionItem(accountId, 'fresh.com'),
      createRenewalItem(accountId, 'one.com'),
    ])
    expect(
      rows.map(({ problem }) =>
        (problem?.error?.details['reasons'] as { reason: string }[] | undefined)?.map(({ reason }) => reason).sort(),
      ),
    ).toEqual([['acquisition', 'target'], ['acquisition', 'target'], undefined])
  })

  test('The dry run is sent with the usable key that has the fewest rights', async () => {
    const { accountId, quote, sent } = await startQuoteRigWithAccount([
      { token: fullKey, services: paidPermissions },
      {
        token: 'a-key-for-one-domain',
        services: { domain: { target_mode: 'selected', targets: ['one.com'], allow_acquisition: true } },
      },
    ])
    await quote([createRenewalItem(accountId, 'one.com')])
    expect(
      sent()
        .filter(({ method }) => method === 'POST')
        .map(({ keyIndex }) => keyIndex),
    ).toEqual([1])
    // The list is read with the key for all targets.
    expect(
      sent()
        .filter(({ path }) => path === '/v1/domain')
        .map(({ keyIndex }) => keyIndex),
    ).toEqual([0])
  })

  test('The dry run continues with the next key when the service refuses the first, and one price is shown', async () => {
    const narrow = 'a-key-for-one-domain'
    const { accountId, rig, quote, sent } = await startQuoteRigWithAccount([
      { token: fullKey, services: paidPermissions },
      {
        token: narrow,
        services: { domain: { target_mode: 'selected', targets: ['one.com'], allow_acquisition: true } },
      },
    ])
    rig.simulator.faults.add({
      match: { token: narrow, path: '/renew$' },
      times: 9,
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    expect(problemReasons(await quote([createRenewalItem(accountId, 'one.com')]))).toEqual([null])
    expect(
      sent()
        .filter(({ method }) => method === 'POST')
        .map(({ keyIndex }) => keyIndex),
    ).toEqual([1, 0])
    rig.simulator.faults.add({
      match: { token: fullKey, path: '/renew$' },
      times: 9,
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    const { rows } = await quote([createRenewalItem(accountId, 'one.com')])
    expect(rows[0]?.problem).toMatchObject({ reason: 'refused', error: { code: 'FORBIDDEN' } })
  })

  test('An error about the item takes precedence over an error about a key', async () => {
    const weak = 'a-key-for-domains-only'
    const { accountId, rig, quote, sent } = await startQuoteRigWithAccount([
      { token: fullKey, services: paidPermissions },
      { token: weak, services: { domain: { allow_acquisition: true } } },
    ])
    rig.simulator.world.user('first').balance = 100
    rig.simulator.faults.add({
      match: { token: weak, method: 'POST' },
      times: 9,
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    const { rows, accounts } = await quote([createAcquisitionItem(accountId, 'fresh.com')])
    expect(
      sent()
        .filter(({ method }) => method === 'POST')
        .map(({ keyIndex }) => keyIndex),
    ).toEqual([1, 0])
    expect(rows[0]?.problem).toMatchObject({ reason: 'refused', error: { code: 'PAYMENT_REQUIRED' } })
    expect(accounts[0]?.hint).toMatchObject({ refusal: { yen: 990 } })
  })

  test('A row is unread in offline mode', async () => {
    const { accountId, rig, quote, calls } = await startQuoteRigWithAccount()
    await rig.call('app.saveSettings', { isOffline: true })
    const { rows } = await quote([createRenewalItem(accountId, 'one.com')])
    expect(rows[0]?.problem).toMatchObject({ reason: 'data_not_read', error: { kind: 'offline' } })
    expect(calls()).toEqual([])
  })
})
