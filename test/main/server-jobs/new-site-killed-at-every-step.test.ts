import { expect, test } from 'vitest'
import type { EndpointName } from '#shared/api/endpoints.ts'
import { servername, siteDomain } from '#test/campaign/servers/in-process-new-site-simulator.ts'
import {
  runNewSite,
  sitePassword,
  type CallFate,
  type SiteChoices,
  type SiteInterruptions,
  type SiteOutcome,
} from '#test/campaign/servers/run-new-site-with-interruptions.ts'

const verificationHost = '_simulator-verification'
const world = {
  records: ['@ A 192.0.2.250', '@ AAAA 2001:db8::1', 'www CNAME old.example.net.', 'mail A 192.0.2.30'],
  isOfOtherUser: true,
}
const choices: SiteChoices = { hosts: ['@', 'www'], verificationHost, ssl: true, hasWordpress: true }

const uninterrupted: SiteInterruptions = {
  isKilled: () => false,
  fateOf: () => 'answered',
  lateMs: () => 0,
  isCancelled: () => false,
}

async function run(interruptions: Partial<SiteInterruptions> = {}, of = world): Promise<SiteOutcome> {
  const outcome = await runNewSite(of, choices, { ...uninterrupted, ...interruptions })
  if (outcome === null) throw new Error('The zone can be planned')
  return outcome
}

function expectWholeSite(outcome: SiteOutcome): void {
  const { service, executed, repeated, logged, state, isSecretLeft } = outcome
  expect(state).toBe('done')
  expect(repeated).toBe(0)
  expect(executed.get('hosting.addDomain')).toBe(1)
  expect(executed.get('hosting.installWordpress')).toBe(1)
  expect(logged).toEqual(['addDomain done', 'installWordpress done'])
  expect(service.hosting().domains.has(siteDomain)).toBe(true)
  expect([...service.hosting().databaseUsers.values()].map(({ password }) => password)).toEqual([sitePassword])
  const { ip_address } = service.execute('hosting.info', { servername }) as { ip_address: string }
  const lines = service
    .zone()
    .map(({ host, type, content }) => `${host} ${type} ${type === 'TXT' ? '' : content}`.trim())
  expect(lines.sort()).toEqual(
    [`@ A ${ip_address}`, `${verificationHost} TXT`, 'mail A 192.0.2.30', `www A ${ip_address}`].sort(),
  )
  expect(isSecretLeft).toBe(false)
}

test('A new site whose app is killed at any durable write or beside any call does each step once', async () => {
  const whole = await run()
  expectWholeSite(whole)
  expect(whole.points).toBeGreaterThan(30)
  for (let killed = 1; killed <= whole.points; killed += 1) {
    let points = 0
    const outcome = await run({ isKilled: () => (points += 1) === killed })
    expect(outcome.kills, `kill at point ${killed}`).toBe(1)
    expectWholeSite(outcome)
  }
})

test('A new site whose app is killed at two points does each step once', async () => {
  const { points: count } = await run()
  for (let first = 1; first <= count; first += 3)
    for (let second = first + 1; second <= first + 6; second += 1) {
      let points = 0
      expectWholeSite(await run({ isKilled: () => (points += 1) === first || points === second }))
    }
})

const written: EndpointName[] = [
  'domain.addRecord',
  'hosting.addDomain',
  'domain.deleteRecord',
  'hosting.installWordpress',
]
const fates: CallFate[] = ['lost', 'lost_executed', 'lost_late', 'failed', 'failed_executed', 'failed_late']

test.each(written.flatMap((endpoint) => fates.map((fate) => [endpoint, fate] as const)))(
  'A new site ends whole after the first call of %s is %s',
  async (endpoint, fate) => {
    let calls = 0
    const fateOf = (called: EndpointName) => (called === endpoint && (calls += 1) === 1 ? fate : 'answered')
    expectWholeSite(await run({ fateOf, lateMs: () => 4 * 60_000 }))
  },
)

test('A step that the service refuses ends the new site, and says what was done', async () => {
  // Without the record that the service asks for.
  const outcome = await runNewSite(world, { ...choices, verificationHost: null }, uninterrupted)
  expect(outcome?.state).toBe('failed')
  expect(outcome?.steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
    'add_domain failed',
    'ssl not_done',
    'dns not_done',
    'wordpress not_done',
  ])
  expect(outcome?.logged).toEqual(['addDomain failed'])
  expect(outcome?.service.zone()).toHaveLength(world.records.length)
})

test('A domain that is on the server already is not added again', async () => {
  const outcome = await runNewSite(
    { ...world, isOfOtherUser: false, hostedDomains: [siteDomain] },
    choices,
    uninterrupted,
  )
  expect(outcome?.state).toBe('done')
  expect(outcome?.executed.has('hosting.addDomain')).toBe(false)
  expect(outcome?.steps.find(({ step }) => step === 'add_domain')?.state).toBe('not_needed')
  expect(outcome?.steps.find(({ step }) => step === 'ssl')?.state).toBe('not_needed')
})

test('A zone that somebody else changed meanwhile is not overwritten, and WordPress is not installed', async () => {
  let isChanged = false
  const outcome = await run({
    beforeCall(service) {
      if (isChanged || !service.hosting().domains.has(siteDomain)) return
      isChanged = true
      const record = { type: 'A', host: 'www', content: '192.0.2.77' }
      const cname = service.zone().find(({ type }) => type === 'CNAME')
      service.execute('domain.deleteRecord', { domain_name: siteDomain, dns_id: cname?.id ?? 0 })
      service.execute('domain.addRecord', { domain_name: siteDomain, ...record })
    },
  })
  expect(outcome.state).toBe('replan')
  expect(outcome.steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
    'verification done',
    'add_domain done',
    'ssl failed',
    'dns replan',
    'wordpress not_done',
  ])
  expect(outcome.service.zone().map(({ content }) => content)).toContain('192.0.2.77')
})

test('A new site that is cancelled sends nothing more', async () => {
  const countCalls = ({ executed }: SiteOutcome) => [...executed.values()].reduce((sum, count) => sum + count, 0)
  const whole = countCalls(await run())
  for (let cancelledAt = 1; cancelledAt < whole; cancelledAt += 1) {
    const outcome = await run({ isCancelled: (calls) => calls >= cancelledAt })
    expect(outcome.state).toBe('cancelled')
    expect(countCalls(outcome)).toBe(cancelledAt)
  }
})

test.each([1, 2, 3])(
  'A change that was sent and not made is logged as failed once when its job is cancelled at reading %i after the lost answer',
  async (cancelledAt) => {
    let lost = 0
    let readingsAfterLoss = 0
    const interruptions: Partial<SiteInterruptions> = {
      fateOf: (endpoint) => (endpoint === 'hosting.addDomain' && (lost += 1) === 1 ? 'lost' : 'answered'),
      beforeCall: () => void (readingsAfterLoss += Math.min(lost, 1)),
      isCancelled: () => readingsAfterLoss >= cancelledAt,
    }
    const { state, steps, logged, executed } = await run(interruptions)
    expect(state).toBe('cancelled')
    expect(steps.find(({ step }) => step === 'add_domain')?.state).toBe('not_done')
    expect(logged).toEqual(['addDomain failed'])
    expect(executed.has('hosting.addDomain')).toBe(false)
  },
)

test('The password of the administrator is stored in no readable form', async () => {
  expect((await run()).stored).not.toContain(sitePassword)
})
