import process from 'node:process'
import { parseArgs } from 'node:util'
import { benchBadResponses } from './bench-bad-responses.ts'
import { printJson, printTable, type Figure } from './bench-figures.ts'
import { benchDns } from './bench-zone-plans-zone-files-and-bulk-changes.ts'
import { benchStaleDetailsBySyncOrder } from './bench-stale-details-by-sync-order.ts'
import { benchDomainPagesOverIpc } from './bench-domain-pages-over-ipc.ts'
import { benchOpenapiImport } from './bench-openapi-import.ts'
import { benchRenewalRunConcurrency } from './bench-renewal-run-time-and-user-call-waits.ts'
import { benchSimulatorStart } from './bench-simulator-start.ts'
import { benchRateLimiter } from '#test/bench/rate-limiter/run-all-rate-limiter-benches.ts'
import { benchAppStart } from './bench-app-start.ts'
import { benchSyncBlocking } from './bench-sync-blocking.ts'
import { benchPortfolio, type PortfolioBenchOptions } from '#test/bench/portfolio/bench-portfolio.ts'
import { benchTable } from '#test/bench/table/bench-table.ts'
import { reportCommandLineError } from '#test/report-command-line-error.ts'

const benches: Record<string, (options: PortfolioBenchOptions) => Promise<Figure[]>> = {
  start: benchAppStart,
  page: benchDomainPagesOverIpc,
  sync: benchSyncBlocking,
  table: benchTable,
  simulator: benchSimulatorStart,
  'rate-limiter': benchRateLimiter,
  renewals: benchRenewalRunConcurrency,
  'bad-responses': benchBadResponses,
  dns: benchDns,
  openapi: benchOpenapiImport,
  portfolio: benchPortfolio,
  freshness: benchStaleDetailsBySyncOrder,
}

const usage = `npm run bench -- [NAME…] [--json] [--small] [--template FILE]\nThere are ${Object.keys(benches).join(', ')}`

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      small: { type: 'boolean', default: false },
      template: { type: 'string' },
    },
    allowPositionals: true,
  })
  const names = positionals.length > 0 ? positionals : Object.keys(benches)
  const unknown = names.filter((name) => !Object.hasOwn(benches, name))
  if (unknown.length > 0) {
    console.error(`No bench ${unknown.join(', ')}\n${usage}`)
    process.exitCode = 2
    return
  }
  const figures: Figure[] = []
  for (const name of names) {
    console.log(`\n${name}`)
    const found = await (benches[name] as (typeof benches)[string])({
      isSmall: values.small,
      template: values.template,
    })
    printTable(found)
    figures.push(...found)
  }
  if (values.json) printJson(figures)
}

run().catch((error: unknown) => reportCommandLineError(error, usage))
