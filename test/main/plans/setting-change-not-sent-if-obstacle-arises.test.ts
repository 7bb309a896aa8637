import { expect, test } from 'vitest'
import type { PlanSource } from '#shared/ipc/domain-change-plans.ts'
import type { SimulatedDomain } from '#simulator/world-state.ts'
import { exampleDomain, startPlansRig } from './plans-rig.ts'

const lock = (locked: boolean): PlanSource => ({ kind: 'lock', locked, includesOneWayLocks: false })
const privacy = (isOn: boolean): PlanSource => ({ kind: 'whois', privacy: isOn })

/** What the service would refuse, and the state in which it does. */
const obstacles: [string, PlanSource, (domain: SimulatedDomain) => void][] = [
  ['a lock during a switch of the registrar', lock(true), (domain) => (domain.isMigrating = true)],
  ['Whois during a switch of the registrar', privacy(false), (domain) => (domain.isMigrating = true)],
  [
    'Whois before the mail address is confirmed',
    privacy(false),
    (domain) => (domain.whois.isMailValidationPending = true),
  ],
  ['Whois privacy that is no longer available', privacy(true), (domain) => (domain.whois.isPrivacyAvailable = false)],
  ['a lock that can no longer be cleared', lock(false), (domain) => (domain.lock.isUnlockBlocked = true)],
  ['a lock that can no longer be taken back', lock(true), (domain) => (domain.lock.warnsOnLock = true)],
]

for (const [what, source, arise] of obstacles)
  test(`A setting is not sent when its obstacle arose after the plan: ${what}`, async () => {
    const isOn = source.kind === 'lock' ? source.locked : source.kind === 'whois' && source.privacy === true
    const rig = await startPlansRig({
      domains: [{ ...exampleDomain, lock: { locked: !isOn }, whois: { whois_privacy: !isOn } }],
    })
    const plan = await rig.create(source)
    expect(plan).toMatchObject({ withChanges: 1, problems: 0 })
    arise(rig.served())
    expect(await rig.untilEnded(await rig.start(plan))).toMatchObject([
      { state: 'replan', changes: [{ result: 'not_done' }] },
    ])
    expect(rig.writes()).toEqual([])
    // The new plan knows the obstacle.
    expect((await rig.create(source)).findings).toHaveLength(1)
  })

test('A lock is not sent when the service refuses it without announcing it, and the refusal is the result', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(lock(true))
  rig.simulator.faults.add({
    match: { method: 'PUT' },
    times: 1,
    fault: { kind: 'status', status: 409, code: 'MIGRATION_LOCKED' },
  })
  expect(await rig.untilEnded(await rig.start(plan))).toMatchObject([
    { state: 'failed', error: { code: 'MIGRATION_LOCKED' }, changes: [{ result: 'not_done' }] },
  ])
  expect(rig.served().lock.isLocked).toBe(false)
})

test('A domain that an error keeps out of a plan has no warnings of changes that are not sent', async () => {
  const name = exampleDomain.domain_name
  // Name servers below the domain itself need addresses that the service cannot set.
  const lines = [`${name},whois_privacy,off`, `${name},nameservers,ns1.${name} ns2.${name}`]
  const rig = await startPlansRig({
    domains: [{ ...exampleDomain, whois: { whois_privacy: true, locked_by_migration: true } }],
  })
  const { findings, included } = await rig.create({ kind: 'csv', text: lines.join('\n') })
  expect(included).toBe(0)
  expect(findings.map(({ severity }) => severity)).toEqual(['error'])
})
