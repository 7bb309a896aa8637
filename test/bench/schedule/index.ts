import { figure, type Figure } from '../figures.ts'
import { benchAccounts } from './accounts.ts'
import { killAndGoOn } from './kill.ts'
import { one, say } from './measure.ts'
import { benchNaive } from './naive.ts'
import { benchClocks, benchOthers, benchPersons } from './persons.ts'
import { createTally } from './tally.ts'
import { benchTotals } from './totals.ts'

const kills = 200

/** Our schedule and its peers against the limits of the service, in virtual time. */
export async function benchSchedule(): Promise<Figure[]> {
  // First, as nothing else counts where these fail.
  const naive = await benchNaive()
  const tally = createTally()
  const totals = await benchTotals(tally.keep)
  const persons = await benchPersons(tally.keep)
  const clocks = await benchClocks(tally.keep)
  const killed = await benchKills()
  const accounts = await benchAccounts(tally.keep)
  const others = await benchOthers()
  const refused = one(`refused of ${tally.calls.toLocaleString('en')} calls, no foreign traffic`, tally.refused, 'calls', { goal: 0 })
  return [...totals, refused, ...others, ...persons, ...killed, ...clocks, ...accounts, ...naive]
}

async function benchKills(): Promise<Figure[]> {
  say('kills')
  const killed = []
  for (let seed = 1; seed <= kills; seed += 1) killed.push(await killAndGoOn(seed))
  return [
    one(`refused after ${kills} kills`, killed.reduce((sum, each) => sum + each.refused, 0), 'calls', { goal: 0 }),
    figure('unused of the 60 calls of the first minute after a kill', killed.map(({ unused }) => unused), 'calls', 3),
  ]
}
