import { installBanto, keepInMemory } from './banto.ts'
import type { Installation } from './client.ts'
import { playHistory, type Focus } from './history.ts'
import { shrink } from './shrink.ts'
import { recordTape, replayTape } from './tape.ts'
import { installWitness } from './witnesses.ts'

export const subjects = {
  banto: (name: string) => installBanto(name),
  'new key per attempt': (name: string) => installWitness(name, 'new-key'),
  'stored key, new key on 409': (name: string) => installWitness(name, 'stored-key'),
  'Banto that knows a server by the sent ID alone': (name: string) => installBanto(name, keepInMemory(), 'sent-id'),
  'Banto that asks the service’s clock alone': (name: string) => installBanto(name, keepInMemory(), 'service-clock'),
} satisfies Record<string, (name: string) => Installation>
export type Subject = keyof typeof subjects

/** The histories of seeds `from` and the `count` - 1 that follow. */
export interface Portion {
  subject: Subject
  focus?: Focus
  from: number
  count: number
}

export interface Tally {
  histories: number
  decisions: number
  extraCharges: number
  /** Histories with an extra charge. */
  caught: number
  crashes: number
  sendings: number
  unwritten: number
  /** How intents ended. */
  endings: Record<string, number>
  /** What must not be, the first few with their seeds. */
  violations: number
  failing: { seed: number; violations: string[] }[]
}

/** Side by side, so that they share the turns of the event loop. */
const width = 50
const told = 3

export function emptyTally(): Tally {
  return { histories: 0, decisions: 0, extraCharges: 0, caught: 0, crashes: 0, sendings: 0, unwritten: 0, endings: {}, violations: 0, failing: [] }
}

export function addTally(sum: Tally, more: Tally): Tally {
  for (const field of ['histories', 'decisions', 'extraCharges', 'caught', 'crashes', 'sendings', 'unwritten', 'violations'] as const) sum[field] += more[field]
  for (const [name, count] of Object.entries(more.endings)) sum.endings[name] = (sum.endings[name] ?? 0) + count
  sum.failing.push(...more.failing.slice(0, told - sum.failing.length))
  return sum
}

export async function playHistories({ subject, focus = null, from, count }: Portion): Promise<Tally> {
  const tally = emptyTally()
  let next = from
  const play = async () => {
    while (next < from + count) {
      const seed = next++
      const course = await playHistory(recordTape(seed), subjects[subject], { focus })
      const violations = course.violations.length
      addTally(tally, {
        ...course,
        histories: 1,
        decisions: course.decisions,
        caught: course.extraCharges > 0 ? 1 : 0,
        violations,
        failing: violations > 0 ? [{ seed, violations: course.violations }] : [],
      })
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, count) }, play))
  return tally
}

/** A failing history as short as it can be made, to be read. */
export async function explain(subject: Subject, seed: number, focus: Focus = null): Promise<string> {
  const tape = recordTape(seed)
  const { violations } = await playHistory(tape, subjects[subject], { focus })
  const kind = kindOf(violations[0] ?? '')
  const isFailing = async (values: readonly number[]) => (await playHistory(replayTape(values), subjects[subject], { focus })).violations.some((text) => kindOf(text) === kind)
  const values = await shrink(tape.played, isFailing)
  const course = await playHistory(replayTape(values), subjects[subject], { focus, isTraced: true })
  return [`History ${seed}: ${course.violations.join('; ')}`, ...course.trace.map((line) => `  ${line}`)].join('\n')
}

/** Without names and numbers: the same failing in another history. */
function kindOf(text: string): string {
  return text.replace(/[\w-]*\d[\w-]*/g, '#').slice(0, 60)
}
