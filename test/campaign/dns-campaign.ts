import type { CampaignOptions } from './cli.ts'
import type { CampaignFigure } from './campaign-figures.ts'
import { checkPlans } from '#test/campaign/dns/plan-figures.ts'
import { checkZoneFiles } from '#test/campaign/dns/zone-file-figures.ts'

const whole = { pairs: 100_000, zones: 100_000, bindZones: 2_000 }
const short = { pairs: 4_000, zones: 4_000, bindZones: 200 }

/**
 * Tests the plans of zones on random pairs of zones, with crashes and lost answers, and the reading of written zone
 * files.
 */
export async function runDnsCampaign({ isShort, seed }: CampaignOptions): Promise<CampaignFigure[]> {
  const { pairs, zones, bindZones } = isShort ? short : whole
  return [...(await checkPlans({ seed, pairs })), ...checkZoneFiles({ seed, zones, bindZones })]
}
