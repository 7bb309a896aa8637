import { cpSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import {
  orderIntentFilterSchema,
  shownOrderStatuses,
  type OrderIntentFilter,
} from '#shared/ipc/order-intent-schemas.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import type { Journal } from '#main/orders/journal/journal-interface.ts'
import { openJournal } from '#main/orders/journal/open-journal.ts'
import { deriveOrderStatus } from '#main/orders/derive-order-status.ts'
import { createUniformRandom } from '#test/bench/rate-limiter/random-distributions.ts'
import {
  makeTemporaryJournalFolder,
  createStateUpdater,
  removeFolder,
  renewal,
} from '#test/main/orders/sample-intents.ts'
import { createMinimumFigure, createZeroFigure, type CampaignFigure } from '#test/campaign/campaign-figures.ts'

const clock = { now: () => 1_700_000_000_000 }
const paths = [
  ['sent', 'done'],
  ['sent'],
  [],
  ['sent', 'unsettled', 'sent', 'done'],
  ['sent', 'refused'],
  ['sent', 'unsettled'],
  ['abandoned'],
] as const
const intentsInAll = 35

/** A cleanly closed profile, a profile after a kill, and the intents that both contain. */
interface Originals {
  folders: string[]
  truth: StoredIntent[]
}

async function makeOriginals(): Promise<Originals> {
  const [written, killed] = [makeTemporaryJournalFolder(), makeTemporaryJournalFolder()]
  const journal = openJournal({ folder: written, clock })
  for (let index = 0; index < intentsInAll; index += 7) {
    await journal.add(Array.from({ length: 7 }, (_, more) => renewal(index + more)))
    for (const [more, states] of paths.entries())
      for (const state of states) await journal.change(`intent-${index + more}`, createStateUpdater(state))
  }
  cpSync(written, killed, { recursive: true })
  const truth = Array.from({ length: intentsInAll }, (_, index) => journal.get(`intent-${index}`) as StoredIntent)
  await journal.close()
  return { folders: [written, killed], truth }
}

/**
 * `held`: a possible loss is reported, and the intent is not sent. `wrong`: an intent has a value that was never the
 * newest, without a report.
 */
type Outcome = 'recovered' | 'held' | 'lost' | 'not opened' | 'wrong'

function judge(journal: Journal, truth: readonly StoredIntent[]): Outcome {
  const answers = truth.map((intent) => journal.get(intent.id))
  const isHeld = (intent: StoredIntent | undefined) =>
    intent?.state === 'unsettled' && intent.needsYou && intent.steps.at(-1)?.error?.kind === 'journal_damaged'
  const missing = answers.filter((answer) => answer === undefined).length
  const different = truth.filter((intent, index) => answers[index] && !isDeepStrictEqual(answers[index], intent))
  if (different.some((_, index) => !isHeld(journal.get((different[index] as StoredIntent).id)))) return 'wrong'
  if (missing !== journal.health().lost || !areQuestionsAnswered(journal, answers)) return 'wrong'
  return missing > 0 ? 'lost' : different.length > 0 ? 'held' : 'recovered'
}

/** Whether the queries of the window give the same results as the intents one by one. */
function areQuestionsAnswered(journal: Journal, answers: readonly (StoredIntent | undefined)[]): boolean {
  const known = answers.filter((intent) => intent !== undefined)
  const idsOf = (intents: readonly StoredIntent[]) => intents.map(({ id }) => id).sort()
  const asked = (filter: Partial<OrderIntentFilter>) =>
    journal.page(orderIntentFilterSchema.parse(filter), { sort: 'yen', isDescending: true, offset: 0, limit: 500 })
  const isSame = (filter: Partial<OrderIntentFilter>, isIn: (intent: StoredIntent) => boolean) => {
    const { rows, total } = asked(filter)
    return total === rows.length && isDeepStrictEqual(idsOf(rows), idsOf(known.filter(isIn)))
  }
  return (
    isSame({}, () => true) &&
    isSame({ accountIds: ['account-1'] }, () => true) &&
    isSame({ text: 'name-1' }, ({ target }) => target.includes('name-1')) &&
    shownOrderStatuses.every((status) =>
      isSame({ statuses: [status] }, (intent) => deriveOrderStatus(intent) === status),
    ) &&
    isDeepStrictEqual(
      idsOf(journal.listOpen()),
      idsOf(known.filter(({ state }) => ['planned', 'sent', 'unsettled'].includes(state))),
    )
  )
}

async function openDamaged(folder: string, truth: readonly StoredIntent[]): Promise<Outcome> {
  let journal: Journal
  try {
    journal = openJournal({ folder, clock })
  } catch (error) {
    console.log(String(error))
    return 'not opened'
  }
  let outcome = judge(journal, truth)
  await journal.close()
  if (outcome !== 'recovered') return outcome
  // Opened once more: a repaired journal stays repaired.
  const again = openJournal({ folder, clock })
  if (judge(again, truth) !== 'recovered' || again.health().state !== 'good') outcome = 'wrong'
  await again.close()
  return outcome
}

function flip(path: string, random: () => number): void {
  const bytes = readFileSync(path)
  const place = Math.floor(random() * bytes.length)
  bytes[place] = (bytes[place] as number) ^ (1 << Math.floor(random() * 8))
  writeFileSync(path, bytes)
}

function cut(path: string, random: () => number): void {
  truncateSync(path, Math.floor(random() * readFileSync(path).length))
}

/**
 * Flips one random bit `count` times, and cuts one file at a random position `count` times. Half of the damage hits the
 * append-only file, half the table.
 */
export async function runJournalDamageCampaign({
  count,
  seed,
}: {
  count: number
  seed: number
}): Promise<CampaignFigure[]> {
  const random = createUniformRandom(seed)
  const { folders, truth } = await makeOriginals()
  const figures: CampaignFigure[] = []
  for (const [name, damage] of [
    ['flips', flip],
    ['cuts', cut],
  ] as const) {
    const outcomes: Record<Outcome, number> = { recovered: 0, held: 0, lost: 0, 'not opened': 0, wrong: 0 }
    for (let index = 0; index < count; index += 1) {
      const folder = makeTemporaryJournalFolder()
      cpSync(folders[Math.floor(random() * 2)] as string, folder, { recursive: true })
      const files = readdirSync(folder).filter(
        (file) => random() < 0.5 === file.endsWith('.journal') && readFileSync(join(folder, file)).length > 0,
      )
      const file = files[Math.floor(random() * files.length)] ?? 'orders.journal'
      damage(join(folder, file), random)
      const outcome = await openDamaged(folder, truth)
      outcomes[outcome] += 1
      if (outcome !== 'recovered') console.log(`${name}: ${file} of number ${index}: ${outcome}`)
      removeFolder(folder)
    }
    figures.push(
      createZeroFigure(`silent wrong values after ${count} ${name}`, outcomes.wrong),
      createMinimumFigure(`recovered after ${name}, %`, (outcomes.recovered / count) * 100, 99.9),
    )
  }
  folders.forEach(removeFolder)
  return figures
}
