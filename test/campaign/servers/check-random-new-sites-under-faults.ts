import type { LoggedServerChange } from '#shared/ipc/single-server-change-commands.ts'
import type { NewSiteStep, NewSiteStepState } from '#shared/ipc/new-site.ts'
import { type CampaignFigure, createMinimumFigure, createZeroFigure } from '#test/campaign/campaign-figures.ts'
import { createUniformRandom, type Random } from '#test/bench/rate-limiter/random-distributions.ts'
import { printEveryMinute } from '#test/campaign/print-every-minute.ts'
import { servername, siteDomain, type NewSiteWorldOptions } from './in-process-new-site-simulator.ts'
import {
  runNewSite,
  type CallFate,
  type SiteChoices,
  type SiteInterruptions,
  type SiteOutcome,
} from './run-new-site-with-interruptions.ts'

const verificationHost = '_simulator-verification'
/**
 * Probabilities: a lost answer per call, a kill per durable write or call, a cancelled job, a zone changed elsewhere.
 */
const lostShare = 0.15
const killedShare = 0.06
const cancelledShare = 0.15
const changedElsewhereShare = 0.1
const latestExecutionMs = 4 * 60_000
/** The service does not lose more answers in a row. After one more, a step would count as failed. */
const maxLostInARow = 2
const latestCancelledCall = 8
const fates: readonly CallFate[] = ['lost', 'lost_executed', 'lost_late', 'failed', 'failed_executed', 'failed_late']
const possibleRecords = [
  '@ A 192.0.2.250',
  '@ A 192.0.2.251',
  '@ AAAA 2001:db8::1',
  '@ MX mail.example.com.',
  'mail A 192.0.2.30',
  'blog A 192.0.2.31',
  'shop A 192.0.2.32',
]

/**
 * Creates random new sites with the code of the app, and returns the figures. Faults: kills at durable writes and
 * beside calls, lost answers, late executions, cancelled jobs, refusals, and changes of zones by others.
 */
export async function checkNewSites({ seed, sites }: { seed: number; sites: number }): Promise<CampaignFigure[]> {
  const totals = { sites: 0, kills: 0, lost: 0, whole: 0, repeated: 0, wrong: 0, unlogged: 0, secrets: 0 }
  const failing: number[] = []
  const progress = printEveryMinute(() => `${totals.sites} of ${sites} new sites`)
  try {
    for (let index = 0; totals.sites < sites; index += 1) {
      const random = createUniformRandom(seed + index)
      const world = createRandomWorld(random)
      const choices = createRandomChoices(random)
      const outcome = await runNewSite(world, choices, createRandomInterruptions(random))
      if (outcome === null) continue
      const isWrong = findWrongStep(outcome) !== null
      const isUnlogged = !isLogged(outcome)
      totals.sites += 1
      totals.kills += outcome.kills
      totals.lost += outcome.lostAnswers
      totals.whole += Number(outcome.state === 'done' || outcome.state === 'not_needed')
      totals.repeated += outcome.repeated
      totals.wrong += Number(isWrong)
      totals.unlogged += Number(isUnlogged)
      totals.secrets += Number(hasLeftSecret(outcome, choices))
      if ((isWrong || isUnlogged || outcome.repeated > 0) && failing.length < 5) failing.push(seed + index)
      if (index % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  } finally {
    progress.end()
  }
  if (failing.length > 0) console.log(`\nNew sites that end wrong have the seeds ${failing.join(', ')}`)
  return [
    createMinimumFigure('new sites with kills and lost answers', totals.sites, sites),
    { name: 'kills in these jobs', value: totals.kills, goal: null, holds: null },
    { name: 'answers lost in these jobs', value: totals.lost, goal: null, holds: null },
    { name: 'of these jobs ended as desired', value: totals.whole, goal: null, holds: null },
    createZeroFigure('steps done twice', totals.repeated),
    createZeroFigure('jobs whose steps do not report what became of the site', totals.wrong),
    createZeroFigure('jobs whose changes of the server are not in the change log once each', totals.unlogged),
    createZeroFigure('jobs that left the password of an installed WordPress', totals.secrets),
  ]
}

function createRandomWorld(random: Random): NewSiteWorldOptions {
  const www = ['www A 192.0.2.250', 'www CNAME old.example.net.', null][Math.floor(random() * 3)] ?? null
  return {
    records: [...possibleRecords.filter(() => random() < 0.6), ...(www === null ? [] : [www])],
    hostedDomains: random() < 0.1 ? [siteDomain] : [],
    isOfOtherUser: random() < 0.3,
    isSuspended: random() < 0.05,
    variant: (['a', 'b', 'c'] as const)[Math.floor(random() * 3)] ?? 'a',
  }
}

function createRandomChoices(random: Random): SiteChoices {
  return {
    hosts: random() < 0.8 ? ['@', 'www'] : random() < 0.5 ? ['@'] : [],
    verificationHost: random() < 0.5 ? verificationHost : null,
    ssl: random() < 0.7,
    hasWordpress: random() < 0.7,
  }
}

function createRandomInterruptions(random: Random): SiteInterruptions {
  const cancelledCall = random() < cancelledShare ? Math.ceil(random() * latestCancelledCall) : Infinity
  let lostInARow = 0
  let isToChange = random() < changedElsewhereShare
  return {
    isKilled: () => random() < killedShare,
    fateOf() {
      if (lostInARow >= maxLostInARow || random() >= lostShare) {
        lostInARow = 0
        return 'answered'
      }
      lostInARow += 1
      return fates[Math.floor(random() * fates.length)] ?? 'lost'
    },
    lateMs: () => random() * latestExecutionMs,
    isCancelled: (calls) => calls >= cancelledCall,
    beforeCall(service) {
      if (!isToChange || random() >= 0.2) return
      isToChange = false
      const record = { type: 'A', host: random() < 0.5 ? '@' : 'elsewhere', content: '192.0.2.199' }
      service.execute('domain.addRecord', { domain_name: siteDomain, ...record })
    },
  }
}

function isShownAsDone(state: NewSiteStepState): boolean {
  return state === 'done' || state === 'partly_unknown'
}

/** The first step whose shown state differs from its outcome; null if there is none. */
function findWrongStep({ steps, changes, service, state, executed }: SiteOutcome): NewSiteStep | 'state' | null {
  const hosting = service.hosting()
  const effects: Partial<Record<NewSiteStep, { isThere: boolean; wasMade: boolean }>> = {
    add_domain: { isThere: hosting.domains.has(siteDomain), wasMade: executed.has('hosting.addDomain') },
    wordpress: {
      isThere: [...hosting.wordpress.values()].some(({ url }) => new URL(url).hostname === siteDomain),
      wasMade: executed.has('hosting.installWordpress'),
    },
  }
  for (const { step, state: shown } of steps) {
    const effect = effects[step]
    if (effect === undefined || shown === 'unknown') continue
    const isTrue = isShownAsDone(shown)
      ? effect.isThere && effect.wasMade
      : shown === 'not_needed'
        ? effect.isThere && !effect.wasMade
        : !effect.wasMade
    if (!isTrue) return step
  }
  // The zone: every added record is there, and no record that was certainly not added.
  for (const { change, result } of changes) {
    if (change.kind !== 'add' || result === 'unknown') continue
    const found = service
      .zone()
      .some(
        (record) =>
          record.type === change.after.type &&
          record.content === change.after.content &&
          record.host === change.after.host,
      )
    if ((result === 'done' || result === 'not_needed') !== found)
      return change.after.type === 'TXT' ? 'verification' : 'dns'
  }
  const isWhole = steps.every(
    ({ step, state: shown }) => step === 'ssl' || isShownAsDone(shown) || shown === 'not_needed',
  )
  if ((state === 'done' || state === 'not_needed') !== isWhole) return 'state'
  return isWhole && steps.some(({ step }) => step === 'dns') && !leadsToServer(service) ? 'dns' : null
}

function leadsToServer(service: SiteOutcome['service']): boolean {
  const { ip_address } = service.execute('hosting.info', { servername }) as { ip_address: string }
  return service.zone().some(({ type, host, content }) => type === 'A' && host === '@' && content === ip_address)
}

/**
 * Returns true if the change log has each change of the server once, with the result that its step shows. Exception: a
 * step of a cancelled job whose change was sent but not made is logged as failed.
 */
function isLogged({ steps, logged, sentSteps }: SiteOutcome): boolean {
  const operations: Partial<Record<NewSiteStep, LoggedServerChange['operation']>> = {
    add_domain: 'addDomain',
    wordpress: 'installWordpress',
  }
  const expected = steps.flatMap(({ step, state }) => {
    const operation = operations[step]
    if (operation === undefined) return []
    if (isShownAsDone(state)) return [`${operation} done`]
    if (state === 'failed' || (state === 'not_done' && sentSteps.has(step))) return [`${operation} failed`]
    return state === 'unknown' ? [`${operation} unknown`] : []
  })
  return JSON.stringify(expected) === JSON.stringify(logged)
}

/** Returns true if the secret is still stored after the WordPress step is done. */
function hasLeftSecret({ steps, isSecretLeft }: SiteOutcome, { hasWordpress }: SiteChoices): boolean {
  const wordpress = steps.find(({ step }) => step === 'wordpress')
  return hasWordpress && wordpress !== undefined && isShownAsDone(wordpress.state) && isSecretLeft
}
