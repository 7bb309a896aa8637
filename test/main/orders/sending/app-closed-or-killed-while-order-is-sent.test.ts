import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { expect, test, onTestFinished } from 'vitest'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import type { FaultRule } from '#simulator/fault-rules.ts'
import { startSimulator, type Simulator } from '#simulator/start-simulator.ts'
import { createRenewalRequestDelay } from '#test/delay-renewal-requests.ts'
import { startMainRig, startSimulatorRig, type MainRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { findScriptUrl } from '#test/find-script-for-process-or-thread.ts'

const token = 'a-key-that-may-do-everything'
const child = fileURLToPath(findScriptUrl('test/main/orders/sending/renew-one-domain-until-killed-child-process.ts'))

const world = {
  users: [{ name: 'first', keys: [{ token }], domains: [{ domain_name: 'one.com', expiry_date: '2027-03-31' }] }],
}

async function open(): Promise<{ rig: SimulatorRig; accountId: string }> {
  const rig = await startSimulatorRig({ world })
  onTestFinished(() => rig.close())
  return { rig, accountId: (await rig.addAccount('First', [token])).id }
}

async function until(rig: MainRig, intentId: string, state: OrderIntentView['state']): Promise<OrderIntentView> {
  let intent = await rig.call('orders.intent', { intentId })
  await expect.poll(async () => (intent = await rig.call('orders.intent', { intentId })).state).toBe(state)
  return intent
}

const events = ({ steps }: OrderIntentView) => steps.map(({ event }) => event)
const renewals = ({ ledger }: Simulator) =>
  ledger.requests.filter(
    ({ path, bodyJson }) => path.endsWith('/renew') && (bodyJson as { dry_run?: boolean }).dry_run !== true,
  )
const renew = (fault: FaultRule['fault']): FaultRule => ({ match: { path: '/renew$' }, fault })

test('An answer that arrives while the app closes is waited for', async () => {
  const { rig, accountId } = await open()
  const id = await confirmUnder(rig, accountId, { kind: 'delay', ms: 600 })
  await rig.restart()
  const intent = await until(rig, id, 'done')
  expect(events(intent)).toEqual(['planned', 'sent', 'answered'])
  expect(rig.simulator.ledger.charges).toHaveLength(1)
})

test('A renewal whose app is killed before the answer is settled at the next start and charged once', async () => {
  const renewalRequestDelay = createRenewalRequestDelay()
  const simulator = await startSimulator({ world, onArrival: renewalRequestDelay.onArrival })
  const [profile, service] = [mkdtempSync(join(tmpdir(), 'banto-restart-')), `Banto test ${randomUUID()}`]
  onTestFinished(async () => {
    await simulator.close()
    rmSync(profile, { recursive: true, force: true })
  })
  const before = await startMainRig({ profile, service })
  const { pendingKeyId } = await before.call('accounts.tryKey', { baseUrl: simulator.url, secret: token })
  const { id: accountId } = await before.call('accounts.add', {
    label: 'First',
    colour: 'blue',
    baseUrl: simulator.url,
    keys: [{ pendingKeyId, label: 'Key' }],
  })
  await before.close()

  const killed = spawn(process.execPath, [child, profile, service, accountId], { stdio: ['pipe', 'pipe', 'inherit'] })
  const isGone = once(killed, 'exit')
  await once(killed.stdout, 'data')
  renewalRequestDelay.delayAfter(0, 'first')
  killed.stdin.write('go\n')
  await expect.poll(renewalRequestDelay.delayedCount).toBe(1)
  killed.kill('SIGKILL')
  await isGone
  expect(simulator.ledger.charges).toEqual([])
  renewalRequestDelay.release()
  await expect.poll(() => simulator.ledger.charges.length).toBe(1)

  const after = await startMainRig({ profile, service })
  try {
    const { rows } = await after.call('orders.list', {})
    const intent = await until(after, rows[0]?.id ?? '', 'done')
    expect(events(intent)).toEqual(['planned', 'sent', 'interrupted', 'settled_by_reading'])
    expect(renewals(simulator)).toHaveLength(1)
    expect(simulator.ledger.charges).toHaveLength(1)
  } finally {
    await after.close()
  }
})

async function confirmUnder(rig: SimulatorRig, accountId: string, fault: FaultRule['fault']): Promise<string> {
  const { rows, totalYen } = await rig.call('orders.quote', {
    quoteId: 'quote',
    items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
  })
  rig.simulator.faults.add({ ...renew(fault), times: 1 })
  const { intentIds } = await rig.call('orders.confirm', {
    quoteId: 'quote',
    rowIds: rows.map(({ id }) => id),
    totalYen,
    agreesToTerms: true,
  })
  await expect.poll(() => renewals(rig.simulator).length).toBe(1)
  return intentIds[0] as string
}
