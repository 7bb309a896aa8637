import { expect, test } from 'vitest'
import { domain, exampleDomain, startPlansRig } from './plans-rig.ts'

const whoisSource = { kind: 'whois', privacy: false } as const
const lockSource = { kind: 'lock', locked: true, includesOneWayLocks: false } as const

async function startDomain(isMigrating: boolean) {
  const rig = await startPlansRig({
    domains: [{ ...exampleDomain, lock: { locked: false }, whois: { whois_privacy: true } }],
  })
  const { accountId } = rig
  const read = (...detailKinds: ('whois' | 'lock')[]) =>
    rig.call('inventory.refreshDomain', { accountId, name: domain, detailKinds })
  rig.served().isMigrating = isMigrating
  await read('whois', 'lock')
  return { rig, read }
}

for (const [planned, source, newer] of [
  ['Whois', whoisSource, 'lock'],
  ['the lock', lockSource, 'whois'],
] as const) {
  test(`A change of ${planned} is planned when a newer reading of ${newer} says that the registrar switch is over`, async () => {
    const { rig, read } = await startDomain(true)
    expect(await rig.create(source)).toMatchObject({ withChanges: 0, problems: 1 })
    rig.served().isMigrating = false
    await read(newer)
    const plan = await rig.create(source)
    expect(plan).toMatchObject({ withChanges: 1, problems: 0 })
    expect(await rig.untilEnded(await rig.start(plan))).toMatchObject([{ state: 'done' }])
  })

  test(`A change of ${planned} is not planned when a newer reading of ${newer} shows a registrar switch`, async () => {
    const { rig, read } = await startDomain(false)
    rig.served().isMigrating = true
    await read(newer)
    const { withChanges, findings } = await rig.create(source)
    expect(withChanges).toBe(0)
    expect(findings).toMatchObject([{ code: `${source.kind}Migrating`, severity: 'error' }])
  })
}
