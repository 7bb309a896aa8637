import type { CsvCell } from '#shared/csv/csv-cell.ts'
import { domainToUnicode } from 'node:url'
import { getServiceInputErrors } from '#shared/app-error.ts'
import { getShownOrderEvent } from '#shared/ipc/get-shown-order-event.ts'
import type { OrderIntentStep } from '#shared/ipc/order-intent-schemas.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import { deriveOrderStatus, findOrderAcceptanceSource } from '#main/orders/derive-order-status.ts'
import { formatCsv } from '#main/format-csv.ts'

/**
 * Texts of the window, by key: `heading.…`, `kind.…`, `status.…`, `acceptanceSource.…`, `hold.…`, `event.…`,
 * `answer.true`, `answer.false`, and `fact.…` with `{value}` for the value. The key of a fact's value starts with the
 * name of the fact (`stop.paused`). The key of a status also contains `domain` or `server` (`becomes.domain.active`).
 * The file shows the bare name where a text is missing.
 */
export type IntentCsvLabels = Readonly<Record<string, string>>

type FindLabel = (group: string, name: string) => string
/** The current label of an account; undefined for a removed account. */
type GetAccountLabel = (accountId: string) => string | undefined

/**
 * Statuses and events are named as in `shownOrderStatuses` and `shownOrderEvents`. An order that may have happened is
 * `unsettled`, never failed.
 */
const columns: readonly [
  heading: string,
  cell: (intent: StoredIntent, findLabel: FindLabel, getAccountLabel: GetAccountLabel) => CsvCell,
][] = [
  ['confirmed', ({ createdAt }) => formatJapanTime(createdAt)],
  ['account', ({ item, accountLabel }, _, getAccountLabel) => getAccountLabel(item.accountId) ?? accountLabel],
  ['kind', ({ item }, findLabel) => findLabel('kind', item.kind)],
  ['target', ({ target }) => target],
  ['decoded', ({ item, target }) => (item.kind === 'order' ? null : decodePunycode(target))],
  ['plan', ({ item }) => (item.kind === 'order' ? item.planId : null)],
  ['months', ({ item }) => (item.kind === 'order' ? item.months : null)],
  ['years', ({ item }) => ('years' in item ? item.years : null)],
  ['yen', ({ yen }) => yen],
  ['status', (intent, findLabel) => findLabel('status', deriveOrderStatus(intent))],
  [
    'acceptanceSource',
    (intent, findLabel) => {
      const source = findOrderAcceptanceSource(intent)
      return source && findLabel('acceptanceSource', source)
    },
  ],
  ['held', ({ hold }, findLabel) => (hold && hold.reason !== 'waiting' ? findLabel('hold', hold.reason) : null)],
  [
    'evidence',
    ({ steps }, findLabel) => {
      const last = steps.at(-1)
      return findLabel('event', last ? getShownOrderEvent(last) : 'planned')
    },
  ],
  ['evidenceAt', ({ steps }) => formatTime(steps.at(-1)?.at ?? null)],
  [
    'facts',
    ({ steps, item }, findLabel) =>
      formatFacts(steps.at(-1)?.fact ?? {}, item.kind === 'order' ? 'server' : 'domain', findLabel),
  ],
  ['code', ({ error }) => error?.code ?? null],
  [
    'message',
    ({ error }) => error && [error.serviceMessage, ...getServiceInputErrors(error)].filter(Boolean).join('; '),
  ],
  ['expiryDate', ({ expiryDate }) => expiryDate],
  ['sentAt', ({ sentAt }) => formatTime(sentAt)],
  ['settledAt', ({ settledAt }) => formatTime(settledAt)],
  ['idempotencyKey', ({ idempotencyKey }) => idempotencyKey],
  ['repeats', ({ repeats }) => repeats],
  ['id', ({ id }) => id],
]

/** Facts that other columns show. `mayStillArrive: false` is left out, too. */
const factsInOtherColumns = ['reason', 'yen', 'repeats', 'code', 'confirmedAt']

function formatFacts(fact: OrderIntentStep['fact'], service: 'server' | 'domain', findLabel: FindLabel): string {
  const shown = Object.entries(fact).filter(
    ([name, value]) =>
      value !== null &&
      !factsInOtherColumns.includes(name) &&
      !(name === 'attempt' && value === 1) &&
      !(name === 'mayStillArrive' && value === false),
  )
  return shown.map(([name, value]) => formatFact(name, value, service, findLabel)).join('; ')
}

function formatFact(
  name: string,
  value: OrderIntentStep['fact'][string],
  service: 'server' | 'domain',
  findLabel: FindLabel,
): string {
  const group = typeof value === 'boolean' ? 'answer' : name === 'becomes' ? `becomes.${service}` : name
  const seen = findLabel(group, String(value))
  const text = findLabel('fact', name)
  return text === name ? `${name}: ${seen}` : text.replace('{value}', () => seen)
}

function formatTime(instant: number | null): string | null {
  return instant === null ? null : formatJapanTime(instant)
}

/** Returns null when the decoded name equals the stored name. */
function decodePunycode(target: string): string | null {
  const name = domainToUnicode(target)
  return name === '' || name === target ? null : name
}

async function* rowsOf(
  intents: AsyncIterable<StoredIntent>,
  findLabel: FindLabel,
  getAccountLabel: GetAccountLabel,
): AsyncGenerator<CsvCell[]> {
  yield columns.map(([heading]) => findLabel('heading', heading))
  for await (const intent of intents) yield columns.map(([, cell]) => cell(intent, findLabel, getAccountLabel))
}

/** Returns the CSV in parts, to be written one after the other. */
export function formatIntentsCsv(
  intents: AsyncIterable<StoredIntent>,
  labels: IntentCsvLabels,
  getAccountLabel: GetAccountLabel,
): Promise<string[]> {
  return formatCsv(rowsOf(intents, (group, name) => labels[`${group}.${name}`] ?? name, getAccountLabel))
}
