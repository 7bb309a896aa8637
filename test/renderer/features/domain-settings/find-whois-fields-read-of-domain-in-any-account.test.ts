import { afterAll, beforeAll, expect, test } from 'vitest'
import { findWhoisFieldsReadOfDomain } from '#renderer/features/domain-settings/find-whois-fields-read-of-domain-in-any-account.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

let rig: SimulatorRig
const name = 'z.com'
const prefectureName = 'z.tokyo.jp'
/** Domains that contain the name, and so come before it in a list that is searched for it. */
const others = Array.from({ length: 60 }, (_, n) => ({ domain_name: `a${n}${name}` }))

beforeAll(async () => {
  rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'first',
          keys: [{ token: 'key-of-first' }],
          domains: [...others, { domain_name: name }, { domain_name: prefectureName }],
        },
      ],
    },
  })
  const { id: accountId } = await rig.addAccount('First', ['key-of-first'])
  const listed = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists'))
  await rig.call('sync.start', {})
  await listed
  for (const each of [name, prefectureName])
    await rig.call('inventory.refreshDomain', { accountId, name: each, detailKinds: ['whois'] })
  connectRigBridge(rig)
})
afterAll(() => rig.close())

test('The stored contact of a domain is found among many domains whose names contain its name', async () => {
  expect(await findWhoisFieldsReadOfDomain(name)).toMatchObject({ country: expect.stringMatching(/^[A-Z]{2}$/) })
  expect(await findWhoisFieldsReadOfDomain('nowhere.com')).toBeNull()
})

test('The stored contact of a domain is found by a typed name of any number of labels, and by no other text', async () => {
  expect(await findWhoisFieldsReadOfDomain(' Z.Tokyo.jp ')).not.toBeNull()
  expect(await findWhoisFieldsReadOfDomain('z')).toBeNull()
  expect(await findWhoisFieldsReadOfDomain(`${name} ${prefectureName}`)).toBeNull()
})

test('The stored contact of a domain is found also after the domain is gone from the list of its account', async () => {
  rig.simulator.world.user('first').domains.delete(prefectureName)
  await rig.call('sync.start', {})
  await expect.poll(() => rig.call('inventory.findGoneDomains', { names: [prefectureName] })).toHaveLength(1)
  expect(await findWhoisFieldsReadOfDomain(prefectureName)).toMatchObject({
    country: expect.stringMatching(/^[A-Z]{2}$/),
  })
})
