import type { EndpointInput, EndpointName } from '#shared/api/endpoints.ts'
import { mayFailedCallHaveTakenEffect } from '#shared/api/error-predicates.ts'
import { maxServiceExecutionDelayMs } from '#shared/api/max-service-execution-delay.ts'
import { AppError, isAppError, toWireError, withErrorDetails, type WireError } from '#shared/app-error.ts'
import type { ChangeLogEntry } from '#shared/ipc/change-log.ts'
import type {
  LoggedServerChange,
  ServerChangeInput,
  ServerChangeName,
  ServerChangeOutput,
} from '#shared/ipc/single-server-change-commands.ts'
import type { ServerReadInput, ServerReadName, ServerReadOutput } from '#shared/ipc/unstored-server-read-commands.ts'
import type { ChangeLog } from '#main/change-log/change-log-store.ts'
import {
  checkUnknownChangeOutcomeLater,
  type CheckUnknownChangeOutcomeLaterDeps,
} from '#main/change-log/check-unknown-change-outcome-later.ts'
import type { ApiClient, ApiRequest, ApiResponse } from '#main/api/api-client-interface.ts'
import { wrapErrorAsChangeNotMade } from '#main/wrap-error-as-change-not-made.ts'
import type { Clock } from '#main/clock.ts'
import type { KeyedTaskQueue } from '#main/event-loop/keyed-task-queue.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import { redactTypedSecrets } from './redact-typed-secrets-in-error.ts'
import { toChangeLogEntryOfMadeChange, type AnyServerChangeSpec } from './server-change-spec-interface.ts'
import { serverChangeSpecs } from './all-server-change-specs.ts'
import { serverReadCalls } from './server-read-endpoints-and-answer-parsers.ts'

/** Reads and changes servers, each by one command of `shared/ipc/server-commands.ts` (ADR 24). */
export interface ServerReadAndChangeRunner {
  read<Name extends ServerReadName>(name: Name, input: ServerReadInput<Name>): Promise<ServerReadOutput<Name>>
  /**
   * Reads the state if the change has a reading, sends the change, and settles a lost answer by another reading. Writes
   * an entry of the change log for each attempt to send, also for a failed one; an entry that cannot be written is left
   * out. Changes of one server run one after another. Throws `unsettled` if the change may have been made, or may still
   * be made. `details.isReadAgain`: the server is read again when the change can no longer arrive. The change log then
   * shows the outcome.
   */
  change<Name extends ServerChangeName>(name: Name, input: ServerChangeInput<Name>): Promise<ServerChangeOutput<Name>>
}

export interface ServerReadAndChangeRunnerDeps {
  api: Pick<ApiClient, 'call' | 'findObstacle'>
  inventory: Pick<InventoryStore, 'server' | 'storeServerMemo' | 'flush'>
  changeLog: Pick<ChangeLog, 'add' | 'settle'> & CheckUnknownChangeOutcomeLaterDeps['changeLog']
  clock: Pick<Clock, 'now' | 'sleep'>
  /** Aborts when the profile is closed. */
  closing: AbortSignal
  runByServer: KeyedTaskQueue
}

type Answer = Pick<ApiResponse<EndpointName>, 'data' | 'readAt'>

export function createServerReadAndChangeRunner(deps: ServerReadAndChangeRunnerDeps): ServerReadAndChangeRunner {
  const { api, inventory, changeLog, clock, closing, runByServer } = deps

  function call(
    accountId: string,
    endpoint: EndpointName,
    input: unknown,
    observers: Pick<ApiRequest<EndpointName>, 'onSending' | 'onAttemptEnded'> = {},
  ): Promise<Answer> {
    return api.call({
      accountId,
      endpoint,
      input: input as EndpointInput<EndpointName>,
      priority: 'interactive',
      ...observers,
    })
  }

  /** `sentEntryId`: the ID of the entry that was written when the request left. That entry gets the result. */
  function addOrSettleEntry(
    sentEntryId: string | null,
    { accountId, servername }: { accountId: string; servername: string },
    change: LoggedServerChange,
    result: ChangeLogEntry['result'],
    error: WireError | null,
    sentAt: number | null,
  ): string | null {
    try {
      const entry = { accountId, domain: servername, change, result, error, jobId: null, snapshotId: null, sentAt }
      if (sentEntryId === null) return changeLog.add(entry)
      changeLog.settle(sentEntryId, entry)
      return sentEntryId
    } catch (unwritten) {
      // An entry that cannot be written must not hide the outcome of the change, or a private key that is shown only
      // once.
      if (!isAppError(unwritten)) throw unwritten
      return null
    }
  }

  /**
   * Returns the reading that shows that the change was made; throws if none does. `error`: the error of the call, or of
   * one of its attempts.
   */
  async function settle<Name extends ServerChangeName>(
    spec: AnyServerChangeSpec<Name>,
    input: ServerChangeInput<Name>,
    before: unknown,
    error: AppError,
  ): Promise<unknown> {
    const lost = toWireError(error)
    const { reading } = spec
    if (!reading)
      throw new AppError('unsettled', 'The answer was lost, and nothing that can be read shows the change', {
        cause: error,
        details: { lost },
      })
    const after = await call(input.accountId, reading.endpoint, reading.toInput(input)).catch((unread: unknown) => {
      throw new AppError('unsettled', 'The answer was lost and the server could not be read again', {
        cause: error,
        details: { lost, unread: toWireError(unread), isReadAgain: true },
      })
    })
    const outcome = reading.determineOutcome(after.data as never, input, before as never)
    if (outcome === 'done') return after.data
    // After a 5xx, for example of a gateway that gave up, the service may still execute the request (ADR 7).
    const isReadAgain = outcome === 'not_done'
    throw new AppError('unsettled', 'The answer was lost, and the reading after it does not show the change', {
      cause: error,
      details: {
        lost,
        actual: after.data,
        ...reading.toErrorDetails?.(after.data as never, before as never),
        ...(isReadAgain && { isReadAgain }),
      },
    })
  }

  /** The input is kept for some minutes, so it must not contain a typed password. */
  function readAgainLater<Name extends ServerChangeName>(
    spec: AnyServerChangeSpec<Name>,
    input: ServerChangeInput<Name>,
    before: unknown,
    entryId: string,
  ): void {
    const { reading } = spec
    if (!reading) return
    const { accountId, servername } = input
    const secrets: unknown[] = spec.secretsOf?.(input) ?? []
    const kept = Object.fromEntries(
      Object.entries(input).map(([field, value]) => [field, secrets.includes(value) ? '' : value]),
    ) as unknown as typeof input
    void checkUnknownChangeOutcomeLater(
      { clock, changeLog, runByTarget: runByServer, closing },
      {
        accountId,
        target: servername,
        entryId,
        async fetchWhetherChangeIsMissing() {
          const { data } = await call(accountId, reading.endpoint, reading.toInput(kept))
          return reading.determineOutcome(data as never, kept, before as never) === 'not_done'
        },
      },
    )
  }

  async function run<Name extends ServerChangeName>(
    name: Name,
    spec: AnyServerChangeSpec<Name>,
    input: ServerChangeInput<Name>,
  ): Promise<ServerChangeOutput<Name>> {
    const { accountId } = input
    const { reading } = spec
    const before = reading && (await call(accountId, reading.endpoint, reading.toInput(input)).catch(throwNotSent))
    const need = reading && before ? reading.findNeed(before.data as never, input) : 'needed'
    if (need === 'conflict' || need === 'already_listed' || need === 'not_listed')
      throw new AppError('conflict', 'Nothing was sent, because the server is not as this change expects it', {
        details: { actual: before?.data, hasHappened: false, ...(need !== 'conflict' && { reason: need }) },
      })
    if (need === 'already_so')
      return toOutput({
        isSent: false,
        isAnswerLost: false,
        mayBeMadeAgainUntil: null,
        result: null,
        answer: null,
        unproved: null,
        changeId: null,
      })
    const entry: LoggedServerChange = {
      kind: 'server',
      operation: name,
      before: (before && reading?.toValueBefore?.(before.data as never)) ?? null,
      notListed: null,
      ...spec.describeForChangeLog(input),
      unproved: null,
    }
    const redact = (error: AppError) =>
      redactTypedSecrets(error, spec.secretsOf?.(input) ?? [], spec.answersSecret === true)
    let sentAt: number | null = null
    /**
     * The entry is written when the request is sent, so that the change is in the log even if the app ends before the
     * answer arrives.
     */
    let sentEntryId: string | null = null
    try {
      let lost: AppError | null = null
      let later: unknown = null
      /** When the attempts were sent whose outcome their answers do not show. */
      const lostAttemptsSentAt: number[] = []
      const onAttemptEnded = (error: AppError | null) => {
        if (error && sentAt !== null && mayFailedCallHaveTakenEffect(error)) lostAttemptsSentAt.push(sentAt)
      }
      const onSending = () => {
        sentAt = clock.now()
        sentEntryId ??= addOrSettleEntry(null, input, entry, 'sending', null, sentAt)
      }
      const sent = call(accountId, spec.endpoint, spec.toInput(input), { onSending, onAttemptEnded })
      const answer = await sent.catch(async (thrown: unknown) => {
        if (!isAppError(thrown) || !(mayFailedCallHaveTakenEffect(thrown) || lostAttemptsSentAt.length > 0))
          throw thrown
        const error = redact(thrown)
        // Stored as unknown first. A later reading that shows the change sets the result; the first is in `settle`.
        if (sentEntryId !== null) addOrSettleEntry(sentEntryId, input, entry, 'unknown', toWireError(error), sentAt)
        later = await settle(spec, input, before?.data, thrown)
        lost = error
        return null
      })
      storeMemo(name, input)
      // If the reading shows the change, one of the lost attempts has made it.
      const isAnyAttemptOpen = lostAttemptsSentAt.length > (answer === null ? 1 : 0)
      const made = toChangeLogEntryOfMadeChange(spec, entry, answer && answer.data, later)
      return toOutput({
        isSent: true,
        isAnswerLost: answer === null,
        mayBeMadeAgainUntil: isAnyAttemptOpen ? Math.max(...lostAttemptsSentAt) + maxServiceExecutionDelayMs : null,
        result: answer && spec.toResult(answer.data as never, input),
        answer: answer && answer.data,
        unproved: made.unproved,
        changeId: addOrSettleEntry(sentEntryId, input, made, 'done', lost && toWireError(lost), sentAt),
      })
    } catch (thrown) {
      if (!isAppError(thrown)) throw thrown
      const error = redact(thrown)
      const result = error.kind === 'unsettled' ? 'unknown' : 'failed'
      const entryId = addOrSettleEntry(sentEntryId, input, entry, result, toWireError(error), sentAt)
      if (result === 'failed') throw error
      if (entryId === null) throw withErrorDetails(error, { isReadAgain: false })
      if (error.details['isReadAgain'] === true) readAgainLater(spec, input, before?.data, entryId)
      throw withErrorDetails(error, { changeId: entryId })
    }

    function toOutput(output: Omit<ServerChangeOutput<ServerChangeName>, 'at'>): ServerChangeOutput<Name> {
      return { ...output, at: clock.now() } as ServerChangeOutput<Name>
    }
  }

  /** The list of servers shows the memo until it is read again. */
  function storeMemo(name: ServerChangeName, input: ServerChangeInput<ServerChangeName>): void {
    if (name !== 'setMemo') return
    const { accountId, servername, memo } = input as ServerChangeInput<'setMemo'>
    inventory.storeServerMemo(accountId, servername, memo, clock.now())
  }

  return {
    async read(name, input) {
      inventory.server(input.accountId, input.servername)
      const reading = serverReadCalls[name]
      const { data, readAt } = await call(input.accountId, reading.endpoint, reading.toInput(input))
      return { data: reading.toData(data as never, input), answer: data, readAt } as ServerReadOutput<typeof name>
    },

    async change(name, input) {
      inventory.server(input.accountId, input.servername)
      const spec: AnyServerChangeSpec<typeof name> = serverChangeSpecs[name]
      const normalized = spec.normalizeInput?.(input) ?? input
      // If the change cannot be sent, the read before it is useless.
      const obstacle = api.findObstacle(input.accountId, spec.endpoint)
      if (obstacle) throwNotSent(obstacle)
      return runByServer(input.servername, () => run(name, spec, normalized)).finally(() => inventory.flush())
    },
  }
}

function throwNotSent(thrown: unknown): never {
  throw isAppError(thrown)
    ? wrapErrorAsChangeNotMade(thrown, thrown.kind, `Nothing was sent: ${thrown.message}`)
    : thrown
}
