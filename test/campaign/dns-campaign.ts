import type { CampaignOptions } from './cli.ts'
import type { CampaignFigure } from './campaign-figures.ts'
import { checkZonePlans } from '#test/campaign/dns/check-zone-plans.ts'
import { checkJobRunsBesideOtherChanges } from '#test/campaign/dns/check-job-runs-beside-other-changes.ts'
import { checkJobRuns } from '#test/campaign/dns/check-job-runs-with-crashes-and-lost-answers.ts'
import { checkZoneFileRoundTrips } from '#test/campaign/dns/check-zone-file-round-trips.ts'

const whole = { pairs: 100_000, runs: 20_000, runsBesideOthers: 5_000, zones: 100_000, bindZones: 2_000 }
const short = { pairs: 4_000, runs: 500, runsBesideOthers: 500, zones: 4_000, bindZones: 200 }

/**
 * Tests three things on random zones: plans, jobs that run with crashes and lost answers, and the reading of written
 * zone files.
 */
export async function runDnsCampaign({ isShort, seed }: CampaignOptions): Promise<CampaignFigure[]> {
  const { pairs, runs, runsBesideOthers, zones, bindZones } = isShort ? short : whole
  return [
    ...(await checkZonePlans({ seed, pairs })),
    ...(await checkJobRuns({ seed, runs })),
    ...(await checkJobRunsBesideOtherChanges({ seed, runs: runsBesideOthers })),
    ...checkZoneFileRoundTrips({ seed, zones, bindZones }),
  ]
}
