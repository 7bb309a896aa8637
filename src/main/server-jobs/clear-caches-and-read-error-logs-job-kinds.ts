import { z } from 'zod'
import { mayFailedCallHaveTakenEffect } from '#shared/api/error-predicates.ts'
import { isAppError, toWireError, wireErrorSchema, type AppError, type WireError } from '#shared/app-error.ts'
import { linesPerErrorLog, type ServerErrorLogOfJob } from '#shared/ipc/server-jobs.ts'
import type { ChangeLog } from '#main/change-log/change-log-store.ts'
import { throwIfCancelled } from '#main/api/throw-or-reject-when-cancelled.ts'
import type { Clock } from '#main/clock.ts'
import type { KeyedTaskQueue } from '#main/event-loop/keyed-task-queue.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import { findJobItemErrorEffect } from '#main/jobs/classify-job-item-error.ts'
import type { JobKindImplementation } from '#main/jobs/job-kind-interface.ts'
import { assertServerIsSetUp } from '#main/servers/assert-server-is-set-up.ts'
import { serverReadCalls } from '#main/servers/server-read-endpoints-and-answer-parsers.ts'
import { serverChangeSpecs } from '#main/servers/all-server-change-specs.ts'
import { fetchHostedDomainNames } from './fetch-hosted-domain-names.ts'

/** These kinds need no input: `domain` of an item is the server name. */
const inputSchema = z.object({})
type Input = z.infer<typeof inputSchema>

const progressSchema = z.object({
  /** The domains of the server if the item does one part per domain; null for the other kinds. */
  names: z.array(z.string()).nullable(),
  done: z.number().int(),
  total: z.number().int(),
  /** The last error of a part that was not done; the remaining parts are done nevertheless. */
  error: wireErrorSchema.nullable(),
  /** The last error of a part whose outcome is not known. */
  lost: wireErrorSchema.nullable().default(null),
})
type Progress = z.infer<typeof progressSchema>

const notDivided = { names: null, error: null, lost: null }

const common = {
  input: inputSchema,
  progress: progressSchema,
  limitClass: 'server',
  mayUndo: () => false,
  toShownFields: ({ progress }) => ({
    changes: [],
    unconfirmed: null,
    snapshotId: null,
    work: { done: progress?.done ?? 0, total: progress?.total ?? null },
  }),
} as const satisfies Omit<JobKindImplementation<Input, Progress>, 'run'>

export interface ClearCachesAndReadErrorLogsDeps {
  inventory: InventoryStore
}

function assertSetUp({ inventory }: ClearCachesAndReadErrorLogsDeps, accountId: string, servername: string): void {
  assertServerIsSetUp(inventory.server(accountId, servername).row)
}

/**
 * Clears the caches of the domains of a server. Clearing a cache twice does no harm, so progress is not stored before
 * each call; after a crash, the call is repeated.
 */
export function createClearCachesJobKind(
  deps: ClearCachesAndReadErrorLogsDeps & {
    changeLog: Pick<ChangeLog, 'add'>
    clock: Pick<Clock, 'now'>
    runByServer: KeyedTaskQueue
  },
): JobKindImplementation<Input, Progress> {
  const { changeLog, clock, runByServer } = deps
  return {
    ...common,
    async run({ jobId, accountId, domain: servername, progress }, context) {
      const { api, signal, saveProgress, isCancelled } = context
      assertSetUp(deps, accountId, servername)
      const names = progress?.names ?? (await fetchHostedDomainNames(context, accountId, servername))
      if (progress === null) saveProgress({ names, done: 0, total: names.length, error: null, lost: null })
      let { error = null, lost = null } = progress ?? {}
      for (let done = progress?.done ?? 0; done < names.length; done += 1) {
        if (isCancelled()) return { state: 'cancelled' }
        throwIfCancelled(signal)
        const name = names[done] as string
        const change = {
          kind: 'server' as const,
          operation: 'clearCache' as const,
          before: null,
          notListed: null,
          ...serverChangeSpecs.clearCache.describeForChangeLog({ accountId, servername, domain: name }),
          unproved: null,
        }
        let sentAt: number | null = null
        const log = (result: 'done' | 'unknown' | 'failed', error: WireError | null) =>
          void changeLog.add({ accountId, domain: servername, change, result, error, jobId, snapshotId: null, sentAt })
        const input = { servername, domain: name }
        const onSending = () => void (sentAt = clock.now())
        let isAttemptLost = false
        const onAttemptEnded = (error: AppError | null) => {
          if (error && mayFailedCallHaveTakenEffect(error)) isAttemptLost = true
        }
        const common = { accountId, priority: 'job', signal, onSending, onAttemptEnded } as const
        const call = () => api.call({ ...common, endpoint: 'hosting.clearCache', input })
        let refusal: { result: 'unknown' | 'failed'; error: WireError } | null = null
        try {
          await runByServer(servername, call)
        } catch (thrown) {
          if (!isAppError(thrown)) throw thrown
          const isLost = mayFailedCallHaveTakenEffect(thrown)
          const isUnknown = isLost || isAttemptLost
          // Another run of the item would not know that an attempt was lost.
          const endsCache = isLost || (isAttemptLost && !signal.aborted)
          if (!endsCache && findJobItemErrorEffect(thrown) !== 'ends_item') throw thrown
          refusal = { result: isUnknown ? 'unknown' : 'failed', error: toWireError(thrown) }
        }
        if (refusal?.result === 'failed') error = refusal.error
        if (refusal?.result === 'unknown') lost = refusal.error
        saveProgress({ names, done: done + 1, total: names.length, error, lost }, () =>
          log(refusal?.result ?? 'done', refusal?.error ?? null),
        )
      }
      if (error !== null) return { state: 'failed', error }
      if (lost !== null) return { state: 'unknown', error: lost }
      return { state: names.length === 0 ? 'not_needed' : 'done' }
    },
  }
}

/** Reads the error logs of the domains of a server. They are given to `keep` and stored nowhere. */
export function createReadErrorLogsJobKind(
  deps: ClearCachesAndReadErrorLogsDeps & { keep: (jobId: string, log: ServerErrorLogOfJob) => void },
): JobKindImplementation<Input, Progress> {
  const { keep } = deps
  return {
    ...common,
    isReading: true,
    // After a restart, an item is read from the beginning, because the logs are kept in memory only.
    async run({ jobId, accountId, domain: servername }, context) {
      const { api, signal, saveProgress, isCancelled } = context
      assertSetUp(deps, accountId, servername)
      const names = await fetchHostedDomainNames(context, accountId, servername)
      saveProgress({ ...notDivided, done: 0, total: names.length })
      for (const [index, domain] of names.entries()) {
        if (isCancelled()) return { state: 'cancelled' }
        throwIfCancelled(signal)
        const input = { servername, domain, lines: linesPerErrorLog }
        const { data, readAt } = await api.call({
          accountId,
          endpoint: 'hosting.errorLog',
          input,
          priority: 'job',
          signal,
        })
        const lines = serverReadCalls.errorLog.toData(data as never, { accountId, ...input })
        keep(jobId, { accountId, servername, domain, lines, readAt })
        saveProgress({ ...notDivided, done: index + 1, total: names.length })
      }
      return { state: names.length === 0 ? 'not_needed' : 'done' }
    },
  }
}
