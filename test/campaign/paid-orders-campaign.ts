import { printTable as printBench } from '#test/bench/bench-figures.ts'
import { benchRenewalRunConcurrency } from '#test/bench/bench-renewal-run-time-and-user-call-waits.ts'
import type { CampaignOptions } from './cli.ts'
import { type CampaignFigure, createMinimumFigure, createZeroFigure, printTable } from './campaign-figures.ts'
import { playPurchaseHistoriesOnAllCores } from '#test/campaign/paid-orders/play-purchase-histories-on-all-cores.ts'
import { crashAtEveryStep } from '#test/campaign/paid-orders/crash-every-paid-operation-at-each-point.ts'
import { runJournalDamageCampaign } from '#test/campaign/paid-orders/journal/run-journal-damage-campaign.ts'
import {
  crashDuringJournalWrites,
  failJournalWrites,
  killJournalProcess,
} from '#test/campaign/paid-orders/journal/check-journal-under-faults.ts'
import {
  describeShortestFailure,
  clientsUnderTest,
  type ClientUnderTest,
  type HistoryTotals,
} from '#test/campaign/paid-orders/play-purchase-histories.ts'
import type { RareWorldKind } from '#test/campaign/paid-orders/play-purchase-history.ts'
import { runKillCampaign } from '#test/campaign/paid-orders/kills/run-kill-campaign.ts'

const whole = { histories: 1_000_000, witnessed: 20_000, kills: 10_000, damages: 10_000, journalKills: 200 }
const short = { histories: 4_000, witnessed: 500, kills: 50, damages: 300, journalKills: 10 }
export const naiveSubjects = Object.keys(clientsUnderTest).filter((name) => name !== 'banto') as ClientUnderTest[]
/**
 * For clients with a former rule of Banto: the histories in which the rule must be caught. Banto itself must not fail
 * in them.
 */
const focusOf: Partial<Record<ClientUnderTest, RareWorldKind>> = {
  'Banto that knows a server by the sent ID alone': 'server-ids',
  'Banto that asks the service’s clock alone': 'old-dates',
}

/**
 * Tests what may go wrong between a decision and its charge: a million histories, crash points, kills and damaged
 * files. Also measures a run of renewals.
 */
export async function runPaidOrdersCampaign({
  isShort,
  seed,
  histories,
  kills,
}: CampaignOptions): Promise<CampaignFigure[]> {
  const sizes = {
    ...(isShort ? short : whole),
    ...(histories !== undefined && { histories }),
    ...(kills !== undefined && { kills }),
  }
  const parts = [
    ...naiveSubjects.map((witness) => () => playNaiveHistories(witness, seed, sizes.witnessed)),
    () => playBantoHistories(seed, sizes.histories),
    () => crashAtEveryStep({ seed, isShort }),
    () => runKillCampaign({ kills: sizes.kills, seed }),
    () => runJournalDamageCampaign({ count: sizes.damages, seed }),
    () => crashDuringJournalWrites({ seed }),
    () => failJournalWrites(),
    () => killJournalProcess({ count: sizes.journalKills, seed }),
    measureRenewalRuns,
  ]
  const figures: CampaignFigure[] = []
  for (const play of parts) {
    const found = await play()
    // Printed after each part, so that an interrupted campaign has shown its results so far.
    printTable(found)
    console.log()
    figures.push(...found)
  }
  return figures
}

/** Plays a client that pays twice under the same harness. A harness that does not catch it would catch nothing. */
export async function playNaiveHistories(
  subject: ClientUnderTest,
  seed: number,
  count: number,
): Promise<CampaignFigure[]> {
  const focus = focusOf[subject] ?? null
  const { histories, extraCharges, decisions } = await playPurchaseHistoriesOnAllCores({
    subject,
    focus,
    from: seed,
    count,
  })
  console.log(`${subject}: ${extraCharges} extra charges in ${decisions} decisions of ${histories} histories`)
  const figure: CampaignFigure = {
    name: `extra charges of the witness "${subject}"`,
    value: extraCharges,
    goal: 'caught',
    holds: extraCharges > 0,
  }
  return focus === null ? [figure] : [figure, ...(await focusedHistories(focus, seed, count))]
}

async function focusedHistories(
  focus: NonNullable<RareWorldKind>,
  seed: number,
  count: number,
): Promise<CampaignFigure[]> {
  const { extraCharges, violations, failing } = await playPurchaseHistoriesOnAllCores({
    subject: 'banto',
    focus,
    from: seed,
    count,
  })
  for (const { seed: first } of failing.slice(0, 1))
    console.log(`\n${await describeShortestFailure('banto', first, focus)}\n`)
  return [
    createZeroFigure(`extra charges of Banto in the same histories, ${focus}`, extraCharges),
    createZeroFigure(`intents of Banto that ended wrong in them, ${focus}`, violations),
  ]
}

export async function playBantoHistories(seed: number, count: number): Promise<CampaignFigure[]> {
  const tally = await playPurchaseHistoriesOnAllCores({ subject: 'banto', from: seed, count })
  console.log(
    `\nHow ${tally.decisions} decisions with ${tally.sendings} sendings and ${tally.crashes} ends of processes ended:`,
  )
  for (const [ending, intents] of Object.entries(tally.endings).sort(([, one], [, other]) => other - one))
    console.log(`${String(intents).padStart(8)}  ${ending}`)
  for (const { seed: failing } of tally.failing.slice(0, 1))
    console.log(`\n${await describeShortestFailure('banto', failing)}\n`)
  return [
    createMinimumFigure('simulated histories', tally.histories, count),
    createZeroFigure('extra charges in them', tally.extraCharges),
    createZeroFigure('intents that ended wrong, or need the person where a reading decides', tally.violations),
    createZeroFigure('requests without a durable intent', tally.sentWithoutIntent),
    {
      name: 'intents that need the person, none of them decidable',
      value: countNeedingPerson(tally),
      goal: null,
      holds: null,
    },
  ]
}

/** Measures the same twenty seeds in the short campaign, too, because a median over fewer seeds means little. */
export async function measureRenewalRuns(): Promise<CampaignFigure[]> {
  const figures = await benchRenewalRunConcurrency()
  printBench(figures)
  console.log()
  return figures.map(({ name, value, goal }) => ({
    name: `500 renewals: ${name}`,
    value: Number(value.toFixed(3)),
    goal: goal === null ? null : `at most ${goal}`,
    holds: goal === null ? null : value <= goal,
  }))
}

function countNeedingPerson({ endings }: HistoryTotals): number {
  return Object.entries(endings)
    .filter(([ending]) => ending.startsWith('needs you'))
    .reduce((sum, [, count]) => sum + count, 0)
}
