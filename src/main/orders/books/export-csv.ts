import { domainToUnicode } from 'node:url'
import { inputErrors } from '#shared/errors.ts'
import type { IntentStep } from '#shared/ipc/orders.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import type { Intent } from '../intent.ts'
import { statusOf } from '../status.ts'
import { toCsv, type Cell } from './csv.ts'

/**
 * The window's texts for `heading.…`, `kind.…`, `status.…`, `hold.…`, `event.…`, `answer.true` and `.false`; for `fact.…`, in which `{value}`
 * stands for what was seen, and for the values of facts by the fact's name (`stop.paused`), of a status by its service, too (`becomes.domain.active`). What it gives none for is told by its name in the
 * contract.
 */
export type CsvWords = Readonly<Record<string, string>>

type Word = (group: string, name: string) => string
/** What an account is called now; undefined of one that is gone. */
type LabelOf = (accountId: string) => string | undefined

/** The names are those of `orderStatuses` and `intentEvents`: what may have happened is `unsettled`, and nothing is said to have failed. */
const columns: readonly [heading: string, cell: (intent: Intent, word: Word, labelOf: LabelOf) => Cell][] = [
  ['confirmed', ({ createdAt }) => formatJapanTime(createdAt)],
  ['account', ({ item, accountLabel }, _, labelOf) => labelOf(item.accountId) ?? accountLabel],
  ['kind', ({ item }, word) => word('kind', item.kind)],
  ['target', ({ target }) => target],
  ['decoded', ({ item, target }) => (item.kind === 'order' ? null : decoded(target))],
  ['plan', ({ item }) => (item.kind === 'order' ? item.planId : null)],
  ['months', ({ item }) => (item.kind === 'order' ? item.months : null)],
  ['years', ({ item }) => ('years' in item ? item.years : null)],
  ['yen', ({ yen }) => yen],
  ['status', (intent, word) => word('status', statusOf(intent))],
  ['held', ({ hold }, word) => hold && word('hold', hold.reason)],
  ['evidence', ({ steps }, word) => word('event', steps.at(-1)?.event ?? 'planned')],
  ['evidenceAt', ({ steps }) => timeOf(steps.at(-1)?.at ?? null)],
  ['facts', ({ steps, item }, word) => factsOf(steps.at(-1)?.fact ?? {}, item.kind === 'order' ? 'server' : 'domain', word)],
  ['code', ({ error }) => error?.code ?? null],
  ['message', ({ error }) => error && [error.serviceMessage, ...inputErrors(error)].filter(Boolean).join('; ')],
  ['expiryDate', ({ expiryDate }) => expiryDate],
  ['sentAt', ({ sentAt }) => timeOf(sentAt)],
  ['settledAt', ({ settledAt }) => timeOf(settledAt)],
  ['idempotencyKey', ({ idempotencyKey }) => idempotencyKey],
  ['repeats', ({ repeats }) => repeats],
  ['id', ({ id }) => id],
]

/** Other columns tell them, and why it is held tells the last. That an order cannot take effect any more is not known of any. */
const toldBeside = ['reason', 'yen', 'repeats', 'code', 'confirmedAt']

function factsOf(fact: IntentStep['fact'], service: 'server' | 'domain', word: Word): string {
  const told = Object.entries(fact).filter(([name, value]) => value !== null && !toldBeside.includes(name) && !(name === 'attempt' && value === 1) && !(name === 'mayStillArrive' && value === false))
  return told.map(([name, value]) => factText(name, value, service, word)).join('; ')
}

function factText(name: string, value: IntentStep['fact'][string], service: 'server' | 'domain', word: Word): string {
  const group = typeof value === 'boolean' ? 'answer' : name === 'becomes' ? `becomes.${service}` : name
  const seen = word(group, String(value))
  const text = word('fact', name)
  return text === name ? `${name}: ${seen}` : text.replace('{value}', () => seen)
}

function timeOf(instant: number | null): string | null {
  return instant === null ? null : formatJapanTime(instant)
}

/** Null where it reads as it is stored. */
function decoded(target: string): string | null {
  const name = domainToUnicode(target)
  return name === '' || name === target ? null : name
}

async function* rowsOf(intents: AsyncIterable<Intent>, word: Word, labelOf: LabelOf): AsyncGenerator<Cell[]> {
  yield columns.map(([heading]) => word('heading', heading))
  for await (const intent of intents) yield columns.map(([, cell]) => cell(intent, word, labelOf))
}

/** The table in parts, to be written one after the other. */
export function intentsAsCsv(intents: AsyncIterable<Intent>, words: CsvWords, labelOf: LabelOf): Promise<string[]> {
  return toCsv(rowsOf(intents, (group, name) => words[`${group}.${name}`] ?? name, labelOf))
}
