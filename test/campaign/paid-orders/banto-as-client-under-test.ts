import { isAppError } from '#shared/app-error.ts'
import type { ErrorKind } from '#shared/error-kinds.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { Clock } from '#main/clock.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import type { Journal } from '#main/orders/journal/journal-interface.ts'
import type { OrderRunService } from '#main/orders/sending/order-run-service.ts'
import { createOrderRunService } from '#main/orders/sending/order-run-service.ts'
import {
  type Client,
  type ClientParts,
  type DecisionOutcome,
  type Installation,
  type ServicePanel,
  reasonSentWithoutStoredIntent,
} from './client-under-test-interface.ts'
import {
  createMemoryJournal,
  type DurableIntents,
} from '#test/campaign/paid-orders/journal/in-memory-journal-with-crashes.ts'
import { createFakeApiClient } from './fake-api-client.ts'

export const baseUrl = 'https://service.example'

/** Errors that are shown to the user. They are no defects. */
const expected: readonly ErrorKind[] = [
  'open_intent',
  'disk_full',
  'database_failed',
  'not_found',
  'conflict',
  'invalid_input',
  'cancelled',
  'no_network',
  'timeout',
  'cut_off',
  'offline',
  'service',
  'not_the_service',
  'unknown_shape',
  'redirected',
]

const keyOf = (accountId: string): Key =>
  ({
    id: `key of ${accountId}`,
    accountId,
    label: 'key',
    isQuarantined: false,
    expiresAt: null,
    services: {},
  }) as unknown as Key

/** Stores the intents of one machine: what is durably on its disk, and the journal of each process. */
export interface JournalStore {
  open(parts: ClientParts): Journal
  intents(): StoredIntent[]
}

export function createMemoryStore(): JournalStore {
  const disk: DurableIntents = { intents: new Map() }
  return {
    open: ({ process: life, time, choices, machine }) =>
      createMemoryJournal({ disk, process: life, time, choices, badDisk: () => machine.badDisk }),
    intents: () => [...disk.intents.values()],
  }
}

/**
 * Rules of earlier versions of Banto that caused double charges. `sent-id`: a server is recognized only by the ID that
 * was sent. `service-clock`: the age of a sending is measured only by the service's clock.
 */
type RemovedRule = 'sent-id' | 'service-clock'

/** Creates an installation of Banto on one simulated machine, with the real code of orders. */
export function createBantoInstallation(
  name: string,
  store = createMemoryStore(),
  former: RemovedRule | null = null,
): Installation {
  let ids = 0
  const isSent = (serverId: string) => store.intents().some(({ target }) => target === serverId)

  return {
    launch(parts) {
      const { process: life, choices } = parts
      const journal = former === 'service-clock' ? withoutOwnClocks(store.open(parts), life.clock) : store.open(parts)
      const runs = createOrderRunService({
        api: {
          ...createFakeApiClient(parts, former === 'sent-id' ? isSent : () => true),
          usableKeys: (accountId) => ({ keys: [keyOf(accountId)], unusableKeys: [] }),
          findBlockThatHoldsCallsOf: () => null,
        },
        journal,
        bodyCipher: {
          encrypt: async (text) => `sealed ${text}`,
          decrypt: async (text) => text.slice('sealed '.length),
        },
        accounts: { account: (id) => ({ id, baseUrl, isPaused: false, isReadOnly: false }), keys: (id) => [keyOf(id)] },
        clock: life.clock,
        random: choices.next,
        newId: () => `${name}-${String((ids += 1)).padStart(8, '0')}`,
        emit: () => undefined,
        onStep: () => undefined,
        isObsolete: () => false,
        hasErrorCauseEnded: () => false,
        dismissed: { has: () => false, add: () => undefined, delete: () => undefined },
      })
      return createPerson({ parts, runs, store, knowsServerNames: former !== 'sent-id' })
    },

    endings: () => store.intents().map(endingOf),

    findReasonAgainstSending(idempotencyKey, body, isLeaving) {
      const intent = store.intents().find((other) => other.idempotencyKey === idempotencyKey)
      if (!intent || intent.state === 'planned' || intent.sentAt === null) return reasonSentWithoutStoredIntent
      if (isLeaving && (intent.sendings.isBurnt || intent.sendings.isUnclear)) return 'after an answer that forbids it'
      const isItsBody =
        intent.body === body || intent.sealed === `sealed ${body}` || (intent.body === null && intent.sealed === null)
      return isItsBody ? null : 'with a body that is not written'
    },
  }
}

/**
 * Returns a journal that reports the current time as the time of each sending. The former rule `service-clock` measures
 * the age of a sending only by the service's clock.
 */
function withoutOwnClocks(journal: Journal, clock: Clock): Journal {
  const young = (intent: StoredIntent): StoredIntent =>
    intent.sentAt === null
      ? intent
      : { ...intent, sentAt: clock.now(), sendings: { ...intent.sendings, firstUpAt: clock.monotonic() } }
  return {
    ...journal,
    get(id) {
      const intent = journal.get(id)
      return intent && young(intent)
    },
    change: (id, change) => journal.change(id, (intent) => change(young(intent))),
  }
}

function endingOf(intent: StoredIntent): DecisionOutcome {
  const { id, state, hold, needsYou, idempotencyKey } = intent
  const known = { intentId: id, decisionNumber: decisionNumberOf(intent), idempotencyKeys: [idempotencyKey] }
  switch (state) {
    case 'done':
    case 'refused':
      return { ...known, state, cause: intent.steps.at(-1)?.event ?? '' }
    case 'abandoned':
      return { ...known, state: 'taken back', cause: intent.steps.at(-1)?.event ?? '' }
    case 'planned':
      return {
        ...known,
        state: hold && hold.reason !== 'waiting' ? 'held' : 'open',
        cause: hold ? `${hold.reason} ${hold.error?.kind ?? ''}`.trim() : 'planned',
      }
    default:
      return { ...known, state: needsYou ? 'needs you' : 'open', cause: causeOf(intent) }
  }
}

function causeOf({ item, sendings, steps }: StoredIntent): string {
  const why = sendings.isBurnt
    ? 'after 5xx'
    : sendings.isUnclear
      ? 'after an unclear answer'
      : sendings.lost > 0
        ? 'after a lost answer'
        : (steps.at(-1)?.event ?? '')
  return `${item.kind} ${why}`
}

/** The account label is copied to an intent and its repeats unchanged. Here it carries the number of the decision. */
const labelForDecision = (decisionNumber: number) => `decision ${decisionNumber}`
const decisionNumberOf = ({ accountLabel }: StoredIntent) => Number(accountLabel.slice('decision '.length))

interface PersonParts {
  parts: ClientParts
  runs: OrderRunService
  store: JournalStore
  /** Whether the user takes the servers that Banto names into account. */
  knowsServerNames: boolean
}

/** Whether Banto named a server that may be the ordered server, after a reading or in the service's answer. */
function namesServer({ steps }: StoredIntent): boolean {
  const reading = steps.findLast(({ event }) => event === 'read')
  return (
    reading?.fact['appeared'] !== undefined ||
    steps.some(({ event, fact }) => event === 'unclear' && fact['server_id'] !== undefined)
  )
}

/**
 * Simulates a user who confirms, opens the app later, decides by the service's panel, and sometimes presses a button
 * twice.
 */
function createPerson({
  parts: { process: life, choices, log, fail, confirmsTwice },
  runs,
  store,
  knowsServerNames,
}: PersonParts): Client {
  function press(what: string, action: () => Promise<unknown>, mayTwice = true): void {
    const times = mayTwice && choices.chance(0.1) ? 2 : 1
    for (let time = 0; time < times; time += 1) {
      log(`presses ${what}`)
      const pressed = (async () => action())()
      pressed.catch((error: unknown) => {
        if (!life.isOver && !(isAppError(error) && expected.includes(error.kind)))
          fail(`${what}: ${error instanceof Error ? error.stack : String(error)}`)
      })
    }
  }

  function answer(intent: StoredIntent, panel: ServicePanel): void {
    const happened = panel.hasHappened(decisionNumberOf(intent), knowsServerNames && namesServer(intent))
    if (!happened && panel.mayStillArrive(decisionNumberOf(intent))) return
    const repeats = !happened && choices.chance(0.6)
    press(happened ? `it happened ${intent.id}` : `it did not happen ${intent.id}${repeats ? ', repeat' : ''}`, () =>
      runs.settleByUser(intent.id, happened, repeats),
    )
  }

  return {
    start: () => runs.start(),

    async confirm(decided) {
      const drafts = decided.map(({ number, item, yen, expiryDate }) => ({
        item,
        yen,
        expiryDate,
        keyId: `key of ${item.accountId}`,
        accountLabel: labelForDecision(number),
        baseUrl,
        authCode: item.kind === 'transfer' ? 'auth-code' : null,
      }))
      press(
        `confirm ${decided.map(({ number, item }) => `${item.kind} of decision ${number}`).join(', ')}`,
        () => runs.startRun(drafts),
        confirmsTwice,
      )
    },

    visit(panel) {
      for (const intent of store.intents()) {
        const habit = choices.weighted([
          [10, 'none'],
          [2, 'read again'],
          [1, 'pause'],
          [1, 'resume'],
          [1, 'cancel'],
          [1, 'take back'],
        ] as const)
        if (intent.state === 'unsettled' && intent.needsYou && choices.chance(0.7)) answer(intent, panel)
        else if (habit === 'read again' && intent.state === 'unsettled')
          press(`read again ${intent.id}`, () => runs.checkOutcomeNow(intent.id))
        else if (habit === 'pause') press(`pause ${intent.runId}`, () => runs.pause(intent.runId))
        else if (habit === 'resume') press(`resume ${intent.runId}`, () => runs.resume(intent.runId))
        else if (habit === 'cancel') press(`cancel ${intent.runId}`, () => runs.cancel(intent.runId))
        else if (habit === 'take back') press(`take back ${intent.id}`, () => runs.abandonIntents([intent.id]))
      }
    },

    resumeAll() {
      for (const runId of new Set(store.intents().map((intent) => intent.runId)))
        press(`resume ${runId}`, () => runs.resume(runId))
    },

    close: () => runs.close(),
  }
}
