import type { DnsRecordFields, ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { planZone } from '#shared/dns/plan/plan-zone.ts'
import type { PlannedRecordChange } from '#shared/dns/plan/planned-record-change.ts'
import { createUniformRandom } from '#test/bench/rate-limiter/random-distributions.ts'
import { type CampaignFigure, createMinimumFigure, createZeroFigure } from '#test/campaign/campaign-figures.ts'
import { printEveryMinute } from '#test/campaign/print-every-minute.ts'
import { findBrokenPlanRules, type Planner, planRules, type PlanRule } from './plan-rules.ts'
import { createRandomZonePair } from './random-zone-pair.ts'
import { replanZoneAfterLostAnswers } from './replan-zone-after-lost-answers.ts'

const largestZone = 500
/** Pairs that the naive client plans. */
const naivePairs = 200

interface PlanTotals {
  pairs: number
  records: number
  largest: number
  lostAnswers: number
  duplicates: number
  incomplete: number
  extraCalls: number
  /** Pairs whose plan breaks a rule. */
  broken: Partial<Record<PlanRule, number>>
  /** The seeds of the first pairs that break a rule or end wrong. */
  failing: number[]
}

/** Plans random pairs of zones, with a crash at every step and with lost answers. */
function playPlans({ plan, resendsAdditions }: Client, seed: number, count: number): PlanTotals {
  const totals: PlanTotals = {
    pairs: 0,
    records: 0,
    largest: 0,
    lostAnswers: 0,
    duplicates: 0,
    incomplete: 0,
    extraCalls: 0,
    broken: {},
    failing: [],
  }
  for (let index = 0; index < count; index += 1) {
    const pair = createRandomZonePair(seed + index, largestZone)
    const broken = findBrokenPlanRules(pair, plan)
    const run = replanZoneAfterLostAnswers(pair, { plan, resendsAdditions, random: createUniformRandom(seed + index) })
    totals.pairs += 1
    totals.records += pair.current.length
    totals.largest = Math.max(totals.largest, pair.current.length)
    totals.lostAnswers += run.lostAnswers
    totals.duplicates += run.duplicates
    totals.incomplete += Number(!run.isComplete)
    totals.extraCalls += run.extraCalls
    for (const rule of broken) totals.broken[rule] = (totals.broken[rule] ?? 0) + 1
    const isWrong = broken.length > 0 || run.duplicates > 0 || !run.isComplete || run.extraCalls !== 0
    if (isWrong && totals.failing.length < 5) totals.failing.push(seed + index)
  }
  return totals
}

/** Adds, then deletes: what a plan without pairs and without an order does. */
function planNaively(current: readonly ZoneRecord[], desired: readonly DnsRecordFields[]): PlannedRecordChange[] {
  const changes = planZone(current, desired, { domain: '' })
  const additions = changes.flatMap((change): PlannedRecordChange[] =>
    change.kind === 'delete' ? [] : [{ kind: 'add', after: change.after }],
  )
  const deletions = changes.flatMap((change): PlannedRecordChange[] =>
    change.kind === 'add' ? [] : [{ kind: 'delete', before: change.before }],
  )
  return [...additions, ...deletions]
}

interface Client {
  plan: Planner
  resendsAdditions: boolean
}
const banto: Client = { plan: planZone, resendsAdditions: false }
const naiveClient: Client = { plan: planNaively, resendsAdditions: true }

/** Figures of the plans of zones. A client that breaks the rules runs in the same harness, which must catch it. */
export async function checkZonePlans({ seed, pairs }: { seed: number; pairs: number }): Promise<CampaignFigure[]> {
  let done = 0
  const progress = printEveryMinute(() => `${done} of ${pairs} pairs of zones planned`)
  try {
    const naive = playPlans(naiveClient, seed, Math.min(pairs, naivePairs))
    const totals = await playInPortions(seed, pairs, (count) => (done = count))
    if (totals.failing.length > 0) console.log(`\nPairs that break a rule have the seeds ${totals.failing.join(', ')}`)
    return toFigures(totals, pairs, naive)
  } finally {
    progress.end()
  }
}

const portion = 200

/** Lets timers run between portions, so that the progress is printed. */
async function playInPortions(seed: number, pairs: number, onDone: (count: number) => void): Promise<PlanTotals> {
  const all: PlanTotals[] = []
  for (let from = 0; from < pairs; from += portion) {
    all.push(playPlans(banto, seed + from, Math.min(portion, pairs - from)))
    onDone(from + portion)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return all.reduce(addTotals)
}

function addTotals(one: PlanTotals, other: PlanTotals): PlanTotals {
  const sum = (rule: PlanRule) => (one.broken[rule] ?? 0) + (other.broken[rule] ?? 0)
  return {
    pairs: one.pairs + other.pairs,
    records: one.records + other.records,
    largest: Math.max(one.largest, other.largest),
    lostAnswers: one.lostAnswers + other.lostAnswers,
    duplicates: one.duplicates + other.duplicates,
    incomplete: one.incomplete + other.incomplete,
    extraCalls: one.extraCalls + other.extraCalls,
    broken: Object.fromEntries(planRules.map((rule) => [rule, sum(rule)])),
    failing: [...one.failing, ...other.failing].slice(0, 5),
  }
}

const cnameRule: PlanRule = 'no CNAME beside other data in between'

function createCaughtFigure(name: string, value: number): CampaignFigure {
  return { name, value, goal: 'caught', holds: value > 0 }
}

function toFigures(totals: PlanTotals, pairs: number, naive: PlanTotals): CampaignFigure[] {
  return [
    createCaughtFigure('pairs in which a naive client puts a CNAME beside other data', naive.broken[cnameRule] ?? 0),
    createCaughtFigure('duplicate records of a naive client', naive.duplicates),
    createMinimumFigure('pairs of zones planned', totals.pairs, pairs),
    { name: 'records in the largest zone', value: totals.largest, goal: null, holds: null },
    ...planRules.map((rule) => createZeroFigure(`pairs that break “${rule}”`, totals.broken[rule] ?? 0)),
    { name: 'answers lost in the runs of these plans', value: totals.lostAnswers, goal: null, holds: null },
    createZeroFigure('duplicate records after them', totals.duplicates),
    createZeroFigure('zones left incomplete after them', totals.incomplete),
    createZeroFigure('calls beyond the minimum in them', totals.extraCalls),
  ]
}
