import { createBantoInstallation, createMemoryStore } from './banto-as-client-under-test.ts'
import type { Installation } from './client-under-test-interface.ts'
import { playPurchaseHistory, type RareWorldKind } from './play-purchase-history.ts'
import { shrinkChoices } from './shrink-choices.ts'
import { createRecordedChoices, createReplayedChoices } from './replayable-choices.ts'
import { installNaiveClient } from './naive-clients.ts'

export const clientsUnderTest = {
  banto: (name: string) => createBantoInstallation(name),
  'new key per attempt': (name: string) => installNaiveClient(name, 'new-key'),
  'stored key, new key on 409': (name: string) => installNaiveClient(name, 'stored-key'),
  'Banto that knows a server by the sent ID alone': (name: string) =>
    createBantoInstallation(name, createMemoryStore(), 'sent-id'),
  'Banto that asks the service’s clock alone': (name: string) =>
    createBantoInstallation(name, createMemoryStore(), 'service-clock'),
} satisfies Record<string, (name: string) => Installation>
export type ClientUnderTest = keyof typeof clientsUnderTest

/** The histories of `count` seeds, starting with the seed `from`. */
export interface PurchaseHistoryBatch {
  subject: ClientUnderTest
  focus?: RareWorldKind
  from: number
  count: number
}

export interface HistoryTotals {
  histories: number
  decisions: number
  extraCharges: number
  /** Histories with an extra charge. */
  historiesWithExtraCharge: number
  crashes: number
  sendings: number
  sentWithoutIntent: number
  /** Number of intents by their end. */
  endings: Record<string, number>
  /** Number of failed histories. */
  violations: number
  /** The first failed histories, with their seeds. */
  failing: { seed: number; violations: string[] }[]
}

/** Number of histories that run concurrently and share the turns of the event loop. */
const concurrency = 50
const maxReported = 3

export function createHistoryTotals(): HistoryTotals {
  return {
    histories: 0,
    decisions: 0,
    extraCharges: 0,
    historiesWithExtraCharge: 0,
    crashes: 0,
    sendings: 0,
    sentWithoutIntent: 0,
    endings: {},
    violations: 0,
    failing: [],
  }
}

export function addHistoryTotals(sum: HistoryTotals, more: HistoryTotals): HistoryTotals {
  for (const field of [
    'histories',
    'decisions',
    'extraCharges',
    'historiesWithExtraCharge',
    'crashes',
    'sendings',
    'sentWithoutIntent',
    'violations',
  ] as const)
    sum[field] += more[field]
  for (const [name, count] of Object.entries(more.endings)) sum.endings[name] = (sum.endings[name] ?? 0) + count
  sum.failing.push(...more.failing.slice(0, maxReported - sum.failing.length))
  return sum
}

export async function playPurchaseHistories({
  subject,
  focus = null,
  from,
  count,
}: PurchaseHistoryBatch): Promise<HistoryTotals> {
  const tally = createHistoryTotals()
  let next = from
  const play = async () => {
    while (next < from + count) {
      const seed = next++
      const result = await playPurchaseHistory(createRecordedChoices(seed), clientsUnderTest[subject], { focus })
      const violations = result.violations.length
      addHistoryTotals(tally, {
        ...result,
        histories: 1,
        decisions: result.decisions,
        historiesWithExtraCharge: result.extraCharges > 0 ? 1 : 0,
        violations,
        failing: violations > 0 ? [{ seed, violations: result.violations }] : [],
      })
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, count) }, play))
  return tally
}

/** Describes a failing history, shortened as far as possible. */
export async function describeShortestFailure(
  subject: ClientUnderTest,
  seed: number,
  focus: RareWorldKind = null,
): Promise<string> {
  const choices = createRecordedChoices(seed)
  const { violations } = await playPurchaseHistory(choices, clientsUnderTest[subject], { focus })
  const kind = kindOf(violations[0] ?? '')
  const isFailing = async (values: readonly number[]) =>
    (await playPurchaseHistory(createReplayedChoices(values), clientsUnderTest[subject], { focus })).violations.some(
      (text) => kindOf(text) === kind,
    )
  const values = await shrinkChoices(choices.played, isFailing)
  const result = await playPurchaseHistory(createReplayedChoices(values), clientsUnderTest[subject], {
    focus,
    isTraced: true,
  })
  return [`History ${seed}: ${result.violations.join('; ')}`, ...result.trace.map((line) => `  ${line}`)].join('\n')
}

/** The text without names and numbers, to recognize the same failure in another history. */
function kindOf(text: string): string {
  return text.replace(/[\w-]*\d[\w-]*/g, '#').slice(0, 60)
}
