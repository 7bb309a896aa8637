import type { CampaignOptions } from './cli.ts'
import type { CampaignFigure } from './campaign-figures.ts'
import { countEndpointsUsedByScreens } from '#test/campaign/servers/find-endpoints-used-by-screens.ts'
import { checkNewSites } from '#test/campaign/servers/check-random-new-sites-under-faults.ts'

const whole = { sites: 20_000 }
const short = { sites: 1_000 }

/** Tests the jobs of new sites with kills and lost answers, and counts the endpoints that a screen uses. */
export async function runNewSitesCampaign({ isShort, seed }: CampaignOptions): Promise<CampaignFigure[]> {
  const { sites } = isShort ? short : whole
  return [...(await checkNewSites({ seed, sites })), ...countEndpointsUsedByScreens()]
}
