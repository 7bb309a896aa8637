import { expect, test } from 'vitest'
import type { FaultRule } from '#simulator/fault-rules.ts'
import { newWwwAddress, startPlansRig } from './plans-rig.ts'

const names = Array.from({ length: 6 }, (_, index) => `d${index}.example`)
const domains = names.map((domain_name) => ({
  domain_name,
  records: [{ type: 'A' as const, host: 'www', content: '192.0.2.20' }],
}))
const places = [
  ['first', names[0]],
  ['last', names.at(-1)],
] as [string, string][]

const answers: [name: string, fault: FaultRule['fault'], error: Record<string, unknown>][] = [
  ['values of wrong types', { kind: 'wrong-shape' }, { kind: 'unknown_shape' }],
  ['other JSON', { kind: 'other-json' }, { kind: 'unknown_shape' }],
  ['a page', { kind: 'html' }, { kind: 'not_the_service' }],
  ['half of an answer', { kind: 'truncate' }, { kind: 'cut_off' }],
  ['a redirect', { kind: 'redirect', location: 'https://elsewhere.example/' }, { kind: 'redirected' }],
  ['a server error', { kind: 'status', status: 502, code: 'REGISTRAR_ERROR' }, { kind: 'service', status: 502 }],
  [
    'DOMAIN_NOT_ACTIVE',
    { kind: 'status', status: 409, code: 'DOMAIN_NOT_ACTIVE' },
    { kind: 'service', code: 'DOMAIN_NOT_ACTIVE' },
  ],
]

test.each(places.flatMap((place) => answers.map((answer) => [...place, ...answer] as const)))(
  'The %s domain, %s, whose zone is read as %s, ends as failed with that reason, and the other domains of the account are changed',
  async (_place, unreadable, _answer, fault, error) => {
    const rig = await startPlansRig({ domains })
    const plan = await rig.create(newWwwAddress, names)
    rig.simulator.faults.add({ match: { method: 'GET', path: `${unreadable}/dns$` }, fault })
    const items = await rig.untilEnded(await rig.start(plan))
    const readable = names.filter((name) => name !== unreadable)
    expect(items.find(({ domain }) => domain === unreadable)).toMatchObject({ state: 'failed', error })
    expect(items.filter(({ state }) => state === 'done').map(({ domain }) => domain)).toEqual(readable)
    expect(rig.servedZone(unreadable)).toEqual(['www A 192.0.2.20'])
    for (const name of readable) expect(rig.servedZone(name)).toEqual(['www A 192.0.2.21'])
  },
)

test('While no call of an account is answered by the service, its domains wait and none ends as failed', async () => {
  const rig = await startPlansRig({ domains })
  const plan = await rig.create(newWwwAddress, names)
  const removeFault = rig.simulator.faults.add({ match: {}, fault: { kind: 'html' } })
  const jobId = await rig.start(plan)
  await expect.poll(() => rig.calls().length).toBeGreaterThan(40)
  // Polls, because an item that is tried again at this moment is not among those that wait.
  await expect
    .poll(async () => (await rig.job(jobId)).waitingAccounts)
    .toMatchObject([{ openItems: 6, error: { kind: 'not_the_service' } }])
  removeFault()
  expect((await rig.untilEnded(jobId)).map(({ state }) => state)).toEqual(names.map(() => 'done'))
})
