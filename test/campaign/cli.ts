import process from 'node:process'
import { parseArgs } from 'node:util'
import { printJson, printTable, type CampaignFigure } from './campaign-figures.ts'
import { runDnsCampaign } from './dns-campaign.ts'
import { runPaidOrdersCampaign } from './paid-orders-campaign.ts'
import { runRateLimiterCampaign } from './rate-limiter-campaign.ts'
import { runNewSitesCampaign } from './new-sites-campaign.ts'
import { reportCommandLineError } from '#test/report-command-line-error.ts'
import { runSimulatorAgainstModelCampaign } from './simulator-against-model-campaign.ts'

export interface CampaignOptions {
  /** Runs for a few minutes at most instead of the whole campaign. */
  isShort: boolean
  seed: number
  /** For the campaign `money`: the number of histories, instead of the default. */
  histories?: number
  /** For the campaign `money`: the number of killed processes, instead of the default. */
  kills?: number
}

/** Each campaign prints its progress and returns its figures. */
const campaigns: Record<string, (options: CampaignOptions) => Promise<CampaignFigure[]>> = {
  simulator: runSimulatorAgainstModelCampaign,
  'rate-limiter': runRateLimiterCampaign,
  money: runPaidOrdersCampaign,
  dns: runDnsCampaign,
  servers: runNewSitesCampaign,
}

const usage = `npm run campaign -- NAME [--short] [--seed N] [--json]\nmoney: [--histories N] [--kills N]\nThere are ${Object.keys(campaigns).join(', ')}`

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      seed: { type: 'string' },
      json: { type: 'boolean', default: false },
      histories: { type: 'string' },
      kills: { type: 'string' },
    },
    allowPositionals: true,
  })
  const names = positionals.length > 0 ? positionals : Object.keys(campaigns)
  if (
    names.some((name) => !Object.hasOwn(campaigns, name)) ||
    [values.seed, values.histories, values.kills].some((text) => text !== undefined && !/^\d+$/.test(text))
  ) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 30) : Number(values.seed)
  const figures: CampaignFigure[] = []
  for (const name of names) {
    console.log(`\n${name}, --seed ${seed}`)
    figures.push(
      ...(await (campaigns[name] as (options: CampaignOptions) => Promise<CampaignFigure[]>)({
        isShort: values.short,
        seed,
        ...(values.histories !== undefined && { histories: Number(values.histories) }),
        ...(values.kills !== undefined && { kills: Number(values.kills) }),
      })),
    )
  }
  console.log()
  printTable(figures)
  if (values.json) printJson(figures)
  if (figures.some(({ holds }) => holds === false)) process.exitCode = 1
}

run().catch((error: unknown) => reportCommandLineError(error, usage))
