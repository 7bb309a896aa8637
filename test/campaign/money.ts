import { printTable as printBench } from '#test/bench/figures.ts'
import { benchRenewals } from '#test/bench/renewals.ts'
import type { CampaignOptions } from './cli.ts'
import { type CampaignFigure, atLeast, none, printTable } from './figures.ts'
import { playOnAllCores } from './money/all-histories.ts'
import { crashEverywhere } from './money/crash-points.ts'
import { damageJournal } from './money/damage.ts'
import { crashJournal, failJournal, killJournal } from './money/disk.ts'
import { explain, subjects, type Subject, type Tally } from './money/histories.ts'
import type { Focus } from './money/history.ts'
import { killProcesses } from './money/kills.ts'

const whole = { histories: 1_000_000, witnessed: 20_000, kills: 10_000, damages: 10_000, journalKills: 200 }
const short = { histories: 4_000, witnessed: 500, kills: 50, damages: 300, journalKills: 10 }
export const witnesses = Object.keys(subjects).filter((name) => name !== 'banto') as Subject[]
/** The worlds in which rules that Banto once had must be caught, and in which Banto as it is must not. */
const focusOf: Partial<Record<Subject, Focus>> = {
  'Banto that knows a server by the sent ID alone': 'server-ids',
  'Banto that asks the service’s clock alone': 'old-dates',
}

/** Everything that may go wrong between a decision and its charge: a million histories, crash points, kills, damaged files; and how fast a run of renewals is. */
export async function campaignMoney({ isShort, seed, histories, kills }: CampaignOptions): Promise<CampaignFigure[]> {
  const sizes = { ...(isShort ? short : whole), ...(histories !== undefined && { histories }), ...(kills !== undefined && { kills }) }
  const parts = [
    ...witnesses.map((witness) => () => witnessHistories(witness, seed, sizes.witnessed)),
    () => bantoHistories(seed, sizes.histories),
    () => crashEverywhere({ seed, isShort }),
    () => killProcesses({ kills: sizes.kills, seed }),
    () => damageJournal({ count: sizes.damages, seed }),
    () => crashJournal({ seed }),
    () => failJournal(),
    () => killJournal({ count: sizes.journalKills, seed }),
    renewalRuns,
  ]
  const figures: CampaignFigure[] = []
  for (const play of parts) {
    const found = await play()
    // Also here, so that a campaign that is broken off has told what it saw.
    printTable(found)
    console.log()
    figures.push(...found)
  }
  return figures
}

/** Two usual clients under the same harness: one that does not catch them would catch nothing. */
export async function witnessHistories(subject: Subject, seed: number, count: number): Promise<CampaignFigure[]> {
  const focus = focusOf[subject] ?? null
  const { histories, extraCharges, decisions } = await playOnAllCores({ subject, focus, from: seed, count })
  console.log(`${subject}: ${extraCharges} extra charges in ${decisions} decisions of ${histories} histories`)
  const figure: CampaignFigure = { name: `extra charges of the witness "${subject}"`, value: extraCharges, goal: 'caught', holds: extraCharges > 0 }
  return focus === null ? [figure] : [figure, ...(await focusedHistories(focus, seed, count))]
}

async function focusedHistories(focus: NonNullable<Focus>, seed: number, count: number): Promise<CampaignFigure[]> {
  const { extraCharges, violations, failing } = await playOnAllCores({ subject: 'banto', focus, from: seed, count })
  for (const { seed: first } of failing.slice(0, 1)) console.log(`\n${await explain('banto', first, focus)}\n`)
  return [none(`extra charges of Banto in the same histories, ${focus}`, extraCharges), none(`intents of Banto that ended wrong in them, ${focus}`, violations)]
}

export async function bantoHistories(seed: number, count: number): Promise<CampaignFigure[]> {
  const tally = await playOnAllCores({ subject: 'banto', from: seed, count })
  console.log(`\nHow ${tally.decisions} decisions with ${tally.sendings} sendings and ${tally.crashes} ends of processes ended:`)
  for (const [ending, intents] of Object.entries(tally.endings).sort(([, one], [, other]) => other - one)) console.log(`${String(intents).padStart(8)}  ${ending}`)
  for (const { seed: failing } of tally.failing.slice(0, 1)) console.log(`\n${await explain('banto', failing)}\n`)
  return [
    atLeast('simulated histories', tally.histories, count),
    none('extra charges in them', tally.extraCharges),
    none('intents that ended wrong, or need the person where a reading decides', tally.violations),
    none('requests without a durable intent', tally.unwritten),
    { name: 'intents that need the person, none of them decidable', value: needing(tally), goal: null, holds: null },
  ]
}

/** Of the same twenty seeds each time, in short, too: a median over fewer says little. */
export async function renewalRuns(): Promise<CampaignFigure[]> {
  const figures = await benchRenewals()
  printBench(figures)
  console.log()
  return figures.map(({ name, value, goal }) => ({ name: `500 renewals: ${name}`, value: Number(value.toFixed(3)), goal: goal === null ? null : `at most ${goal}`, holds: goal === null ? null : value <= goal }))
}

function needing({ endings }: Tally): number {
  return Object.entries(endings)
    .filter(([ending]) => ending.startsWith('needs you'))
    .reduce((sum, [, count]) => sum + count, 0)
}
