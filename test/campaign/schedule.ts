import { killAndGoOn } from '#test/bench/schedule/kill.ts'
import { ours } from '#test/bench/schedule/limiters.ts'
import { atItAlways, looksIn, nowAndThen } from '#test/bench/schedule/person.ts'
import { createRandom } from '#test/bench/schedule/random.ts'
import { plain, runScenario } from '#test/bench/schedule/scenario.ts'
import type { CampaignOptions } from './cli.ts'
import { atLeast, none, type CampaignFigure } from './figures.ts'

const tenYearsMs = 10 * 365 * 86_400_000

/** A million calls over all settings of the service, sizes of work, habits of a person and errors of the clock: none may be refused. */
export async function campaignSchedule({ isShort, seed }: CampaignOptions): Promise<CampaignFigure[]> {
  const random = createRandom(seed)
  const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T
  const calls = isShort ? 100_000 : 1_000_000
  const kills = isShort ? 200 : 2_000
  const [sent, refused] = [{ calls: 0 }, { calls: 0, afterKills: 0 }]
  while (sent.calls < calls) {
    const scenario = {
      ...plain,
      seed: Math.floor(random() * 2 ** 30),
      calls: oneOf([30, 200, 1_000, 5_000]),
      accounts: oneOf([1, 1, 5]),
      person: oneOf([null, looksIn, atItAlways, nowAndThen]),
      window: oneOf(['sliding', 'fixed'] as const),
      countsRefused: oneOf([true, false]),
      wallErrorMs: oneOf([0, tenYearsMs, -tenYearsMs]),
      wallJumpMs: oneOf([0, 3_600_000]),
    }
    const course = await runScenario(ours(), scenario)
    sent.calls += course.sent
    refused.calls += course.refused
    if (course.refused > 0) console.log(`refused ${course.refused} in`, scenario)
  }
  for (let index = 0; index < kills; index += 1) refused.afterKills += (await killAndGoOn(seed + index)).refused
  return [atLeast('calls', sent.calls, calls), none('refused of them', refused.calls), none(`refused after ${kills} kills`, refused.afterKills)]
}
