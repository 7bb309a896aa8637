import { compareRandomSequences } from '#test/simulator/reference-model/compare-random-sequences.ts'
import type { CampaignOptions } from './cli.ts'
import { createMinimumFigure, type CampaignFigure, createZeroFigure } from './campaign-figures.ts'

const whole = 20_000
const short = 2_000

/** Compares the simulator with the reference model for random sequences of calls. */
export async function runSimulatorAgainstModelCampaign({ isShort, seed }: CampaignOptions): Promise<CampaignFigure[]> {
  const goal = isShort ? short : whole
  const { sequences, calls, outcomes, failure } = await compareRandomSequences({ calls: goal, seed, length: 60 })
  if (failure !== null) console.log(`\nThe simulator and the model disagree.\n${failure}\n`)
  for (const [outcome, count] of Object.entries(outcomes).sort(([, a], [, b]) => b - a))
    console.log(`${String(count).padStart(7)}  ${outcome}`)
  return [
    createZeroFigure('disagreements', failure === null ? 0 : 1),
    createMinimumFigure('calls compared', calls, goal),
    { name: 'sequences', value: sequences, goal: null, holds: null },
    createMinimumFigure('different outcomes', Object.keys(outcomes).length, isShort ? 20 : 24),
  ]
}
