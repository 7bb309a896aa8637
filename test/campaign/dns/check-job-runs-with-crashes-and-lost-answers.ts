import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { PlannedRecordChange } from '#shared/dns/plan/planned-record-change.ts'
import { computeRecordsAfterChanges } from '#shared/dns/plan/compute-records-after-changes.ts'
import { type CampaignFigure, createMinimumFigure, createZeroFigure } from '#test/campaign/campaign-figures.ts'
import { createUniformRandom } from '#test/bench/rate-limiter/random-distributions.ts'
import { printEveryMinute } from '#test/campaign/print-every-minute.ts'
import { hasSameRecordValues, computeMinimumCalls, type CurrentAndDesiredZone } from './plan-rules.ts'
import { createRandomZonePair } from './random-zone-pair.ts'
import { runJobWithCrashesAndLostAnswers, type JobRunOutcome } from './run-job-with-crashes-and-lost-answers.ts'

const largestZone = 100

/**
 * Runs plans as jobs, with crashes at durable writes and around calls, lost answers and late executions. Returns the
 * figures of these runs.
 */
export async function checkJobRuns({ seed, runs }: { seed: number; runs: number }): Promise<CampaignFigure[]> {
  const totals = {
    runs: 0,
    refused: 0,
    crashes: 0,
    lostAnswers: 0,
    cancelled: 0,
    duplicates: 0,
    incomplete: 0,
    unreported: 0,
    unlogged: 0,
    extraCalls: 0,
  }
  const failing: number[] = []
  const progress = printEveryMinute(() => `${totals.runs} of ${runs} plans run`)
  try {
    for (let index = 0; totals.runs < runs; index += 1) {
      const pair = createRandomZonePair(seed + index, largestZone)
      const outcome = await runJobWithCrashesAndLostAnswers(pair, createUniformRandom(seed + index))
      if (outcome === null) {
        totals.refused += 1
        continue
      }
      const { zone, changes, logged } = outcome
      const isComplete = hasSameRecordValues(zone, pair.desired)
      const reportedZone = zoneByResults(pair, outcome)
      const endState = !isComplete ? 'cancelled' : changes.length === 0 ? 'not_needed' : 'done'
      const isReported = outcome.state === endState && reportedZone !== null && hasSameRecordValues(reportedZone, zone)
      const made = changes.filter(({ result }) => result === 'done')
      // The next change may also be in the log: as `failed`, if it was tried and certainly not made.
      const next = changes.slice(made.length, made.length + 1).map(({ change }) => ({ change, result: 'failed' }))
      const isLogged = [made, [...made, ...next]].some((all) => JSON.stringify(logged) === JSON.stringify(all))
      const extraCalls = outcome.executed - computeMinimumCalls(pair.current, pair.desired)
      const hasDuplicate = zone.length > (outcome.isCancelled ? (reportedZone ?? []) : pair.desired).length
      const isWrong = !isComplete && !outcome.isCancelled
      totals.runs += 1
      totals.crashes += outcome.crashes
      totals.lostAnswers += outcome.lostAnswers
      totals.cancelled += Number(outcome.isCancelled)
      totals.duplicates += Number(hasDuplicate)
      totals.incomplete += Number(isWrong)
      totals.unreported += Number(!isReported)
      totals.unlogged += Number(!isLogged)
      totals.extraCalls += Math.max(0, extraCalls)
      if ((hasDuplicate || isWrong || !isReported || !isLogged) && failing.length < 5) failing.push(seed + index)
      if (index % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  } finally {
    progress.end()
  }
  if (failing.length > 0) console.log(`\nRuns that end wrong have the seeds ${failing.join(', ')}`)
  return [
    createMinimumFigure('plans run with crashes and lost answers', totals.runs, runs),
    { name: 'crashes in these runs', value: totals.crashes, goal: null, holds: null },
    { name: 'answers lost in these runs', value: totals.lostAnswers, goal: null, holds: null },
    { name: 'of these runs cancelled by the user', value: totals.cancelled, goal: null, holds: null },
    createZeroFigure('runs that left a duplicate record', totals.duplicates),
    createZeroFigure('runs not cancelled that left another zone than desired', totals.incomplete),
    createZeroFigure('runs whose results do not report the state of the zone', totals.unreported),
    createZeroFigure('runs whose changes are not in the change log once each', totals.unlogged),
    { name: 'calls that were executed twice without an effect', value: totals.extraCalls, goal: null, holds: null },
  ]
}

/**
 * The zone by the shown results: every change with the result `done` was made, and no other. Null: a result is unknown.
 */
function zoneByResults({ current }: CurrentAndDesiredZone, { changes }: JobRunOutcome): ZoneRecord[] | null {
  if (changes.some(({ result }) => result !== 'done' && result !== 'not_done')) return null
  let id = Math.max(0, ...current.map((record) => record.id))
  const made = changes.flatMap(({ change, result }) => (result === 'done' ? [change as PlannedRecordChange] : []))
  return computeRecordsAfterChanges(current, made, () => (id += 1))
}
