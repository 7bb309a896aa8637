import { z } from 'zod'
import { isServerErrorStatus } from '#shared/api/error-predicates.ts'
import { isAppError, toWireError, wireErrorSchema, type AppError } from '#shared/app-error.ts'
import {
  listAvailableDomainDetailKinds,
  domainDetailKinds,
  serverDetailKinds,
  type DetailRef,
  type DomainDetailKind,
} from '#shared/domain-and-server-detail-kinds.ts'
import { throwIfCancelled } from '#main/api/throw-or-reject-when-cancelled.ts'
import type { Clock } from '#main/clock.ts'
import { doesCodeMeanDetailIsAbsent, isResourceNotFound } from '#main/inventory/details/detail-read-refusal-rules.ts'
import type { ResourceKind } from '#main/inventory/details/detail-store.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import { fetchAndStoreDetail } from '#main/inventory/sync/fetch-and-store-detail.ts'
import { findJobItemErrorEffect } from '#main/jobs/classify-job-item-error.ts'
import type { JobKindImplementation } from '#main/jobs/job-kind-interface.ts'
import { assertServerIsSetUp } from '#main/servers/assert-server-is-set-up.ts'

/** `domain` of an item is the name of the domain or server. */
const inputSchema = z.object({
  /** The details of a domain that are read, in this order. Absent: all details, as for every server. */
  detailKinds: z.array(z.enum(domainDetailKinds)).optional(),
})
export type ReadDetailsInput = z.infer<typeof inputSchema>

const progressSchema = z.object({
  /** Number of details whose call was answered, with the data or with a refusal. */
  done: z.number().int(),
  total: z.number().int(),
  /**
   * The kinds of the details that are left. Earlier app versions did not store it; then all kinds after the first
   * `done` ones are left.
   */
  left: z.array(z.string()).optional(),
  /** How many of `done` the service refused. The last of these answers is in `error`. */
  refused: z.number().int().default(0),
  error: wireErrorSchema.nullable().default(null),
})
type Progress = z.infer<typeof progressSchema>

export interface ReadDetailsJobDeps {
  inventory: InventoryStore
  clock: Pick<Clock, 'now'>
  /** The stored row of the domain or server; undefined if it was forgotten. */
  findRow: (accountId: string, name: string) => { status: string; goneSince: number | null } | undefined
}

/**
 * Reads the details of domains or of servers again. Answers and refusals are stored as by a sync. An item ends as
 * `failed` if a detail was refused or could not be read, and as `not_found` if the account does not have the domain or
 * server any more.
 */
export function createReadDetailsJobKind(
  resourceKind: ResourceKind,
  { inventory, clock, findRow }: ReadDetailsJobDeps,
): JobKindImplementation<ReadDetailsInput, Progress> {
  return {
    input: inputSchema,
    progress: progressSchema,
    limitClass: resourceKind,
    isReading: true,
    mayUndo: () => false,
    toShownFields: ({ progress }) => ({
      changes: [],
      unconfirmed: null,
      snapshotId: null,
      work: { done: progress ? progress.done - progress.refused : 0, total: progress?.total ?? null },
    }),
    async run({ accountId, domain: name, input, progress }, { api, signal, saveProgress, isCancelled }) {
      const row = findRow(accountId, name)
      if (row === undefined || row.goneSince !== null) return { state: 'not_found' }
      if (resourceKind === 'server') assertServerIsSetUp(row)
      const all = listDetails(resourceKind, name, row.status, input.detailKinds)
      let { done, refused, error } = progress ?? { done: 0, refused: 0, error: null }
      let left = progress?.left
        ? all.filter(({ detailKind }) => progress.left?.includes(detailKind))
        : all.slice(progress?.done ?? 0)
      let serverError: AppError | null = null
      for (const detail of left) {
        if (isCancelled()) return { state: 'cancelled' }
        throwIfCancelled(signal)
        try {
          await fetchAndStoreDetail({ api, inventory }, accountId, detail, { priority: 'job', signal })
        } catch (thrown) {
          if (!isAppError(thrown)) throw thrown
          const isFailureOfService = thrown.kind === 'service' && isServerErrorStatus(thrown.status)
          if (findJobItemErrorEffect(thrown) !== 'ends_item' && !isFailureOfService) throw thrown
          inventory.saveDetailError(accountId, resourceKind, name, detail.detailKind, thrown, clock.now())
          // The other details may be readable. The details that failed are read once more after a pause.
          if (isFailureOfService) {
            serverError = thrown
            continue
          }
          if (isResourceNotFound(detail, thrown)) return { state: 'not_found', error: toWireError(thrown) }
          if (!doesCodeMeanDetailIsAbsent(detail, thrown.code ?? null)) {
            refused += 1
            error = toWireError(thrown)
          }
        }
        done += 1
        left = left.filter((other) => other !== detail)
        saveProgress({ done, total: all.length, left: left.map(({ detailKind }) => detailKind), refused, error })
      }
      if (serverError !== null) throw serverError
      return error === null ? { state: 'done' } : { state: 'failed', error }
    },
  }
}

function listDetails(
  resourceKind: ResourceKind,
  name: string,
  status: string,
  detailKinds: readonly DomainDetailKind[] | undefined,
): DetailRef[] {
  if (resourceKind === 'server') return serverDetailKinds.map((detailKind) => ({ resourceKind, name, detailKind }))
  const kinds = detailKinds ?? listAvailableDomainDetailKinds(status)
  return kinds.map((detailKind) => ({ resourceKind, name, detailKind }))
}
