import { pickRecordFields } from '#shared/dns/records/dns-record.ts'
import { createUniformRandom } from '#test/bench/rate-limiter/random-distributions.ts'
import { type CampaignFigure, createMinimumFigure, createZeroFigure } from '#test/campaign/campaign-figures.ts'
import { createRandomZonePair } from './random-zone-pair.ts'
import { runJobWithCrashesAndLostAnswers, type JobRunOutcome } from './run-job-with-crashes-and-lost-answers.ts'

const largestZone = 60

/**
 * Runs jobs while somebody else changes the same zone. Such a run may end in any zone. No call that the service
 * executed may be reported as not done, and nothing may be added more often than the results say.
 */
export async function checkJobRunsBesideOtherChanges({
  seed,
  runs,
}: {
  seed: number
  runs: number
}): Promise<CampaignFigure[]> {
  const totals = { runs: 0, interrupted: 0, unreported: 0 }
  const failing: number[] = []
  for (let index = 0; totals.runs < runs; index += 1) {
    const pair = createRandomZonePair(seed + index, largestZone)
    const outcome = await runJobWithCrashesAndLostAnswers(pair, createUniformRandom(seed + index), {
      isChangedElsewhere: true,
    })
    if (outcome === null) continue
    const isUnreported = hasUnreportedAddition(outcome) || hasUnreportedChange(outcome)
    totals.runs += 1
    totals.interrupted += Number(outcome.state !== 'done')
    totals.unreported += Number(isUnreported)
    if (isUnreported && failing.length < 5) failing.push(seed + index)
    if (index % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  if (failing.length > 0) console.log(`\nRuns beside others that end wrong have the seeds ${failing.join(', ')}`)
  return [
    createMinimumFigure('plans run while somebody else changes the zone', totals.runs, runs),
    { name: 'of these runs not ended as done', value: totals.interrupted, goal: null, holds: null },
    createZeroFigure('of these runs with a call that no result reports', totals.unreported),
  ]
}

/**
 * Whether a record was added that no result reports. A record that somebody else deleted at once may be added again.
 */
function hasUnreportedAddition({ executions, deletedElsewhere, changes }: JobRunOutcome): boolean {
  const reported = changes.flatMap(({ change, result }) =>
    change.kind === 'add' && result !== 'not_done' ? [JSON.stringify(pickRecordFields(change.after))] : [],
  )
  return executions.some(({ added, id }) => {
    if (added === null || deletedElsewhere.has(id)) return false
    const place = reported.indexOf(JSON.stringify(added))
    if (place !== -1) reported.splice(place, 1)
    return place === -1
  })
}

function hasUnreportedChange({ executions, changes }: JobRunOutcome): boolean {
  return changes.some(
    ({ change, result }) =>
      result === 'not_done' &&
      (change.kind === 'change' || change.kind === 'delete') &&
      executions.some(({ added, id }) => added === null && id === change.before.id),
  )
}
