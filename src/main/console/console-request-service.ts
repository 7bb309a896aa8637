import { mayFailedCallHaveTakenEffect } from '#shared/api/error-predicates.ts'
import { maxShownConsoleResponseLength } from '#shared/api/response-limits.ts'
import { AppError, isAppError, toAppError, toWireError, type WireError } from '#shared/app-error.ts'
import type { ChangeLogEntry } from '#shared/ipc/change-log.ts'
import type { ConsoleAnswer, ConsoleRequestPreview, ConsoleRequest } from '#shared/ipc/console.ts'
import type { ChangeLog } from '#main/change-log/change-log-store.ts'
import { createAbandonableAnswerWait, type AbandonableAnswerWait } from './stop-waiting-for-console-answer.ts'
import type { ApiClient, ConsoleCallResponse } from '#main/api/api-client-interface.ts'
import type { AccountsPort } from '#main/api/accounts-port.ts'
import type { Clock } from '#main/clock.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import type { KeyedTaskQueue } from '#main/event-loop/keyed-task-queue.ts'
import type { ConsoleHistoryAndSavedRequestStore } from './console-history-and-saved-request-store.ts'
import { checkAndPrepareConsoleCall, type PreparedConsoleCall } from './check-and-prepare-console-call.ts'
import { createConfirmationsOfWriteRequests } from './confirmations-of-write-requests.ts'

/** Sends requests that the user wrote, through the same layers as every call (ADR 28). */
export interface ConsoleRequestService {
  preview(request: ConsoleRequest): ConsoleRequestPreview
  /** Returns the ID of a confirmation, which allows one sending of exactly this request. */
  confirm(request: ConsoleRequest): string
  send(
    sendId: string,
    request: ConsoleRequest,
    confirmationId: string | null,
    isByUser: boolean,
  ): Promise<ConsoleAnswer>
  cancel(sendId: string): void
  /** Returns the path; null when the user closed the dialog. */
  saveAnswer(sendId: string): Promise<string | null>
}

export interface ConsoleRequestServiceDeps {
  api: Pick<ApiClient, 'sendConsoleCall' | 'previewConsoleCall'>
  accounts: Pick<AccountsPort, 'account' | 'keys'>
  store: Pick<ConsoleHistoryAndSavedRequestStore, 'addToHistory'>
  changeLog: Pick<ChangeLog, 'add' | 'settle'>
  clock: Pick<Clock, 'now' | 'monotonic'>
  newId: () => string
  emit: EmitEvent
  /** Queues shared with the changes made by forms: changes of one domain or server run one after another. */
  runByDomain: KeyedTaskQueue
  runByServer: KeyedTaskQueue
  findUnfinishedJobThatStartedOn: (domain: string) => string | null
  choosePathAndSaveFile: (suggestedName: string, text: Iterable<string>) => Promise<string | null>
}

/** When the request was sent: wall clock, and monotonic. */
interface Sending {
  at: number
  started: number
  keyLabel: string
}

export function createConsoleRequestService(deps: ConsoleRequestServiceDeps): ConsoleRequestService {
  const { api, accounts, store, changeLog, clock, emit } = deps
  const confirmations = createConfirmationsOfWriteRequests(deps)
  const abandonments = new Map<string, AbandonableAnswerWait>()
  /** The last answer that the window shows only a part of. */
  let lastAnswer: { sendId: string; text: string } | null = null

  function addToHistory(
    request: ConsoleRequest,
    { path }: PreparedConsoleCall,
    { at, started, keyLabel }: Sending,
    status: number | null,
    error: AppError | null,
  ): void {
    const { accountId, method, query } = request
    const ms = Math.round(clock.monotonic() - started)
    try {
      store.addToHistory({ at, accountId, keyLabel, method, path, query, status, errorKind: error?.kind ?? null, ms })
    } catch (unwritten) {
      // A failed write of the history must not hide the outcome of the request.
      if (!isAppError(unwritten)) throw unwritten
    }
  }

  /** `sentEntryId`: the ID of the entry that was written when the request left. That entry gets the result. */
  function addToChangeLog(
    sentEntryId: string | null,
    { accountId, method }: ConsoleRequest,
    { path, target }: PreparedConsoleCall,
    { at: sentAt }: Sending,
    status: number | null,
    result: ChangeLogEntry['result'],
    error: AppError | null,
  ): string | null {
    try {
      const outcome = {
        change: { kind: 'console', method, path, status },
        result,
        error: error && withoutServiceTexts(error),
        sentAt,
      } as const
      if (sentEntryId === null)
        return changeLog.add({ accountId, domain: target?.name ?? '', jobId: null, snapshotId: null, ...outcome })
      changeLog.settle(sentEntryId, outcome)
      return sentEntryId
    } catch (unwritten) {
      if (!isAppError(unwritten)) throw unwritten
      return null
    }
  }

  /**
   * Writes to one domain or server run one after another. A write to a domain is refused (`open_job`) while a job that
   * has started on this domain is unfinished.
   */
  function inTurn<T>({ target, endpoint }: PreparedConsoleCall, task: () => Promise<T>): Promise<T> {
    if (endpoint.scope === 'read' || !target) return task()
    if (target.kind === 'server') return deps.runByServer(target.name, task)
    return deps.runByDomain(target.name, async () => {
      const jobId = deps.findUnfinishedJobThatStartedOn(target.name)
      if (jobId === null) return task()
      throw new AppError('open_job', 'Nothing was sent, because a job that changes this domain is not ended', {
        details: { reason: 'domain_in_job', jobId, target: target.name, count: 1, hasHappened: false },
      })
    })
  }

  async function sendPrepared(
    sendId: string,
    request: ConsoleRequest,
    prepared: PreparedConsoleCall,
    { signal, onSending }: AbandonableAnswerWait,
    isByUser: boolean,
  ): Promise<ConsoleAnswer> {
    const isWrite = prepared.endpoint.scope === 'write'
    const isKept = isWrite || isByUser
    let sending: Sending | null = null
    /**
     * The entry is written when the request is sent, so that the change is in the log even if the app ends before the
     * answer arrives.
     */
    let sentEntryId: string | null = null
    const call = {
      ...prepared.call,
      signal,
      onSending(key: { label: string } | null) {
        sending = { at: clock.now(), started: clock.monotonic(), keyLabel: key?.label ?? '' }
        if (isWrite) sentEntryId ??= addToChangeLog(null, request, prepared, sending, null, 'sending', null)
        onSending()
        emit('console.sending', { sendId, keyLabel: sending.keyLabel })
      },
    }
    let answer: ConsoleCallResponse
    try {
      answer = await api.sendConsoleCall(call)
    } catch (thrown) {
      const sent = sending as Sending | null
      const error = toAppError(thrown)
      if (!sent) throw error
      if (isKept) addToHistory(request, prepared, sent, null, error)
      if (!isWrite) throw error
      const result = mayFailedCallHaveTakenEffect(error) || error.kind === 'cancelled' ? 'unknown' : 'failed'
      const changeId = addToChangeLog(sentEntryId, request, prepared, sent, null, result, error)
      const shown = result === 'unknown' ? unsettledError(error) : error
      emit('console.changeEnded', { sendId, status: null, outcome: result, changeId, error: toWireError(shown) })
      throw shown
    }
    const sent = sending as unknown as Sending
    if (isKept) addToHistory(request, prepared, sent, answer.status, answer.error)
    const outcome = isWrite ? outcomeOf(answer) : null
    const changeId =
      outcome && addToChangeLog(sentEntryId, request, prepared, sent, answer.status, outcome, answer.error)
    if (outcome) emit('console.changeEnded', { sendId, status: answer.status, outcome, changeId, error: null })
    const { text, size, isTruncated } = answer.body
    const isCut = text.length > maxShownConsoleResponseLength
    // The window does not show the answer to an abandoned request.
    if (isKept && !signal.aborted) lastAnswer = { sendId, text }
    return {
      status: answer.status,
      ms: Math.round(clock.monotonic() - sent.started),
      headers: answer.headers,
      body: isCut ? text.slice(0, maxShownConsoleResponseLength).replace(/[\ud800-\udbff]$/, '') : text,
      size,
      isCut,
      isTruncated,
      sentAt: sent.at,
      keyId: answer.keyId,
      keyLabel: accounts.keys(request.accountId).find(({ id }) => id === answer.keyId)?.label ?? sent.keyLabel,
      quota: answer.quota,
      outcome,
      changeId,
    }
  }

  return {
    preview(request) {
      const { call } = checkAndPrepareConsoleCall(request)
      const { key, obstacle } = api.previewConsoleCall(call)
      return {
        url: accounts.account(request.accountId).baseUrl + call.parts.path + call.parts.query,
        key: key && { id: key.id, label: key.label },
        obstacle: obstacle && toWireError(obstacle),
      }
    },

    confirm(request) {
      checkAndPrepareConsoleCall(request)
      return confirmations.add(request)
    },

    async send(sendId, request, confirmationId, isByUser) {
      let prepared = checkAndPrepareConsoleCall(request)
      if (prepared.endpoint.scope === 'write') {
        // If the change cannot be sent now, its confirmation is not used up.
        const { key, obstacle } = api.previewConsoleCall(prepared.call)
        if (obstacle) throw obstacle
        confirmations.consume(confirmationId, request)
        // With a named key, a change that the service refuses is not sent again with another key.
        prepared = { ...prepared, call: { ...prepared.call, keyId: key?.id ?? null } }
      }
      const abandonment = createAbandonableAnswerWait(prepared.endpoint.scope === 'write')
      abandonments.set(sendId, abandonment)
      try {
        const answer = inTurn(prepared, () => sendPrepared(sendId, request, prepared, abandonment, isByUser))
        return await abandonment.race(answer)
      } finally {
        abandonments.delete(sendId)
      }
    },

    cancel: (sendId) => abandonments.get(sendId)?.abandon(),

    async saveAnswer(sendId) {
      if (lastAnswer?.sendId !== sendId) throw new AppError('not_found', 'The answer is not kept any more')
      return deps.choosePathAndSaveFile('answer.json', [lastAnswer.text])
    },
  }
}

/**
 * Determines the outcome of a change from its answer. A redirect, a 202, a 5xx or a body of another program proves
 * nothing.
 */
function outcomeOf({ status, error }: ConsoleCallResponse): NonNullable<ConsoleAnswer['outcome']> {
  if (status === 202) return 'unknown'
  if (!error) return 'done'
  return mayFailedCallHaveTakenEffect({ kind: error.kind, status }) ? 'unknown' : 'failed'
}

/** The service may repeat a typed secret in its messages, so only its code is stored. */
function withoutServiceTexts({ kind, code, status }: AppError): WireError {
  const isPlainCode = code !== undefined && /^[A-Z][A-Z0-9_]{0,63}$/.test(code)
  return toWireError(
    new AppError(kind, 'A request of the console failed', {
      ...(isPlainCode && { code }),
      ...(status !== undefined && { status }),
    }),
  )
}

function unsettledError(error: AppError): AppError {
  return new AppError('unsettled', 'The answer was lost, so the change may have been made', {
    cause: error,
    ...(error.status !== undefined && { status: error.status }),
    details: { lost: toWireError(error) },
  })
}
