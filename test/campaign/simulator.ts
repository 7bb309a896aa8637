import { playCampaign } from '#test/simulator/model/campaign.ts'
import type { CampaignOptions } from './cli.ts'
import { atLeast, type CampaignFigure, none } from './figures.ts'

const whole = 20_000
const short = 2_000

/** Random sequences of calls to the simulator, beside the reference model. */
export async function campaignSimulator({ isShort, seed }: CampaignOptions): Promise<CampaignFigure[]> {
  const goal = isShort ? short : whole
  const { sequences, calls, outcomes, failure } = await playCampaign({ calls: goal, seed, length: 60 })
  if (failure !== null) console.log(`\nThe simulator and the model disagree.\n${failure}\n`)
  for (const [outcome, count] of Object.entries(outcomes).sort(([, a], [, b]) => b - a)) console.log(`${String(count).padStart(7)}  ${outcome}`)
  return [
    none('disagreements', failure === null ? 0 : 1),
    atLeast('calls compared', calls, goal),
    { name: 'sequences', value: sequences, goal: null, holds: null },
    atLeast('different outcomes', Object.keys(outcomes).length, isShort ? 20 : 24),
  ]
}
