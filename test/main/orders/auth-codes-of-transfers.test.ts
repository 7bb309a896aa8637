import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { createKeytarOsKeychain } from '#main/accounts/keytar-os-keychain.ts'
import { keychainItemPrefixes } from '#main/accounts/os-keychain-port.ts'
import { startOrdersThroughCommandsRig, rightAuthCode } from './orders-through-commands-rig.ts'

test('A transfer with an auth code that only the registry rejects is charged, and then needs a new application', async () => {
  const { accountId, rig, buy, waitUntilSettled, charges } = await startOrdersThroughCommandsRig()
  rig.simulator.world.file.auth_code_check = 'registry'
  Object.assign(rig.simulator.world.registered.get('away.com') ?? {}, { transfer_seconds: 0 })
  const { authCodeId } = await rig.call('orders.keepAuthCode', { authCode: 'another code' })
  const item: OrderItem = { kind: 'transfer', accountId, name: 'away.com' }
  const [intent] = await waitUntilSettled((await buy([item], { 'away.com': authCodeId })).intentIds)
  expect(intent?.state).toBe('done')
  expect(charges()).toEqual([['transfer', 1_650]])
  expect((await rig.call('orders.quote', { quoteId: 'again', items: [item] })).rows[0]?.problem?.reason).toBe(
    'auth_code_missing',
  )
  const again = await rig.call('orders.keepAuthCode', { authCode: rightAuthCode })
  expect(
    (await rig.call('orders.quote', { quoteId: 'again', items: [item], authCodeIds: { 'away.com': again.authCodeId } }))
      .rows[0]?.problem?.reason,
  ).toBe('transfer_failed')
})

test('An auth code is sent once and then forgotten, and it is in no file of the profile', async () => {
  const { accountId, rig, buy, waitUntilSettled, posts } = await startOrdersThroughCommandsRig()
  const { authCodeId } = await rig.call('orders.keepAuthCode', { authCode: rightAuthCode })
  const item: OrderItem = { kind: 'transfer', accountId, name: 'away.com' }
  const { intentIds } = await buy([item], { 'away.com': authCodeId })
  const [intent] = await waitUntilSettled(intentIds)
  expect(intent?.state).toBe('done')
  expect(posts()[0]?.bodyJson).toMatchObject({ auth_code: rightAuthCode })
  expect(JSON.stringify(intent)).not.toContain(rightAuthCode)
  const again = await rig.call('orders.quote', {
    quoteId: 'again',
    items: [{ ...item, name: 'other.com' }],
    authCodeIds: { 'other.com': authCodeId },
  })
  expect(again.rows[0]?.problem?.reason).toBe('auth_code_missing')
  for (const file of ['banto.db', 'banto.db-wal', 'orders.db', 'orders.journal'])
    expect(readIfThere(join(rig.profile, file))).not.toContain(rightAuthCode)
})

test('An order whose auth code can no longer be decrypted says so, waits for the user and blames no API key', async () => {
  const keychain = createKeytarOsKeychain({ service: `Banto test ${randomUUID()}` })
  const names = new Set<string>()
  const set = (name: string, secret: string) => {
    names.add(name)
    return keychain.set(name, secret)
  }
  const { accountId, rig, charges } = await startOrdersThroughCommandsRig(undefined, { ...keychain, set })
  const { authCodeId } = await rig.call('orders.keepAuthCode', { authCode: rightAuthCode })
  const { rows, totalYen } = await rig.call('orders.quote', {
    quoteId: 'one',
    items: [{ kind: 'transfer', accountId, name: 'away.com' }],
    authCodeIds: { 'away.com': authCodeId },
  })
  await rig.call('accounts.update', { accountId, isPaused: true })
  const rowIds = rows.map(({ id }) => id)
  const { intentIds } = await rig.call('orders.confirm', { quoteId: 'one', rowIds, totalYen, agreesToTerms: true })
  for (const name of names) if (name.startsWith(keychainItemPrefixes.dataKey)) await keychain.delete(name)
  await rig.restart()
  await rig.call('accounts.update', { accountId, isPaused: false })
  const readError = async () => (await rig.call('orders.intent', { intentId: intentIds[0] as string })).hold?.error
  await expect.poll(readError).toMatchObject({ kind: 'unreadable_row', details: { reason: 'order_body' } })
  // Only the user can end such an order.
  expect(await rig.call('orders.runs', null)).toMatchObject([{ waitsForYou: 1 }])
  expect(charges()).toEqual([])
})

test('An auth code repeated in the answer to a dry run does not reach the window', async () => {
  const { accountId, rig } = await startOrdersThroughCommandsRig()
  const { authCodeId } = await rig.call('orders.keepAuthCode', { authCode: rightAuthCode })
  const error = { code: 'VALIDATION_ERROR', message: `${rightAuthCode} is wrong`, errors: [rightAuthCode] }
  rig.simulator.faults.add({
    match: { method: 'POST', path: 'transfer$' },
    times: 1,
    fault: { kind: 'status', status: 422, code: 'VALIDATION_ERROR', body: { error } },
  })
  const { rows } = await rig.call('orders.quote', {
    quoteId: 'echo',
    items: [{ kind: 'transfer', accountId, name: 'away.com' }],
    authCodeIds: { 'away.com': authCodeId },
  })
  expect(rows[0]?.problem).toMatchObject({ error: { code: 'VALIDATION_ERROR' } })
  expect(JSON.stringify(rows)).not.toContain(rightAuthCode)
})

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
