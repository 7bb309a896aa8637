import type { CampaignOptions } from './cli.ts'
import type { CampaignFigure } from './campaign-figures.ts'
import { checkPlans } from '#test/campaign/dns/plan-figures.ts'

const whole = { pairs: 100_000 }
const short = { pairs: 4_000 }

/** Tests the plans of zones on random pairs of zones, with crashes and lost answers. */
export async function runDnsCampaign({ isShort, seed }: CampaignOptions): Promise<CampaignFigure[]> {
  const { pairs } = isShort ? short : whole
  return [...(await checkPlans({ seed, pairs }))]
}
