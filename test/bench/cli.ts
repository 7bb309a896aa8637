import process from 'node:process'
import { parseArgs } from 'node:util'
import { benchAnswers } from './answers.ts'
import { printJson, printTable, type Figure } from './figures.ts'
import { benchPage } from './page.ts'
import { benchRenewals } from './renewals.ts'
import { benchSimulator } from './simulator.ts'
import { benchSchedule } from './schedule/index.ts'
import { benchStart } from './start.ts'
import { benchSync } from './sync.ts'

const benches: Record<string, () => Promise<Figure[]>> = { start: benchStart, page: benchPage, sync: benchSync, simulator: benchSimulator, schedule: benchSchedule, renewals: benchRenewals, answers: benchAnswers }

const { values, positionals } = parseArgs({ options: { json: { type: 'boolean', default: false } }, allowPositionals: true })
const names = positionals.length > 0 ? positionals : Object.keys(benches)
const unknown = names.filter((name) => !Object.hasOwn(benches, name))

if (unknown.length > 0) {
  console.error(`No bench ${unknown.join(', ')}: there are ${Object.keys(benches).join(', ')}`)
  process.exitCode = 2
} else {
  const figures: Figure[] = []
  for (const name of names) {
    console.log(`\n${name}`)
    const found = await (benches[name] as () => Promise<Figure[]>)()
    printTable(found)
    figures.push(...found)
  }
  if (values.json) printJson(figures)
}
