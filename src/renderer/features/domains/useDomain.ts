import { computed, onScopeDispose, shallowRef } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import { domainDetailKinds, type DomainDetailKind } from '#shared/domain-and-server-detail-kinds.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { Domain } from '#shared/ipc/inventory.ts'
import type { Cached } from '#shared/ipc/common-schemas.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useIpcEvent } from '#renderer/composables/useIpcEvent.ts'
import { useHasErrorCauseEnded } from '#renderer/composables/useHasErrorCauseEnded.ts'
import { useHideErrorsWithEndedCause } from '#renderer/composables/useHideErrorsWithEndedCause.ts'
import { createUnstoredRefreshErrors } from '#renderer/composables/unstored-refresh-errors.ts'
import { useOfflineOrPausedObstacle } from '#renderer/composables/useOfflineOrPausedObstacle.ts'
import { findStaleDetailKinds } from './find-stale-detail-kinds.ts'
import { isContractRefreshDue } from './find-contract-contradictions-with-list-and-lock.ts'

/**
 * One domain. Loads the stored data first, then fetches stale details from the service unless Banto may send nothing.
 * Displayed data stays until newer data arrives.
 */
export function useDomain(accountId: string, name: string) {
  const obstacle = useOfflineOrPausedObstacle(() => accountId)
  const domain = shallowRef<Domain | null>(null)
  /** Why the stored data could not be loaded. Data that was loaded earlier is kept. */
  const error = shallowRef<AppError | null>(null)
  /** The error of a refresh command itself. A detail that could not be read has its own `error`. */
  const refreshError = shallowRef<AppError | null>(null)
  const reading = shallowRef<ReadonlySet<DomainDetailKind>>(new Set())
  const refreshErrors = createUnstoredRefreshErrors<DomainDetailKind>()
  const hasCauseEnded = useHasErrorCauseEnded()
  const withoutEndedErrors = useHideErrorsWithEndedCause(domainDetailKinds)
  let isEnded = false

  function show(newer: Domain): void {
    if (isEnded) return
    domain.value = refreshErrors.applyTo(newer)
    error.value = null
  }

  async function load(): Promise<void> {
    try {
      show(await mainCommands.inventory.domain({ accountId, name }))
    } catch (thrown) {
      if (!isEnded) error.value = toAppError(thrown)
    }
  }

  async function refresh(detailKinds: DomainDetailKind[]): Promise<void> {
    const wanted = detailKinds.filter((detailKind) => !reading.value.has(detailKind))
    if (wanted.length === 0) return
    reading.value = new Set([...reading.value, ...wanted])
    const hasSucceeded = await Promise.all(wanted.map(read))
    if (!hasSucceeded.includes(false)) refreshError.value = null
  }

  /**
   * Reads one detail. Each detail has its own command. A detail that is refused at once is therefore not shown as
   * loading with the other details.
   */
  async function read(detailKind: DomainDetailKind): Promise<boolean> {
    try {
      const answer = await mainCommands.inventory.refreshDomain({ accountId, name, detailKinds: [detailKind] })
      refreshErrors.record(answer, [detailKind])
      show(answer)
      return true
    } catch (thrown) {
      if (!isEnded) refreshError.value = toAppError(thrown)
      return false
    } finally {
      reading.value = new Set([...reading.value].filter((other) => other !== detailKind))
    }
  }

  function mayRead(): boolean {
    return obstacle.value === null
  }

  async function start(): Promise<void> {
    await load()
    if (isEnded || !domain.value || domain.value.row.goneSince !== null || !mayRead()) return
    await refresh(findStaleDetailKinds(domain.value, Date.now()))
  }

  /** The answer to a change of the lock does not contain the EPP statuses, so the contract is read again. */
  async function readContractIfDue(): Promise<void> {
    if (isEnded || !domain.value || domain.value.row.goneSince !== null || !mayRead()) return
    if (isContractRefreshDue(domain.value)) await refresh(['detail'])
  }

  /** Stores the zone that a change or a new read returned. */
  function showZone(zone: Cached<ZoneRecord[]>): void {
    if (!domain.value) return
    domain.value = { ...domain.value, zone }
    refreshErrors.record(domain.value, ['zone'])
  }

  // The change log holds which changes have an unknown outcome.
  useIpcEvent('changeLog.changed', () => void load())
  useIpcEvent('inventory.changed', (changed) => {
    const isOurs =
      (changed.accountId === null || changed.accountId === accountId) &&
      (changed.domain === null || changed.domain === name)
    // A server of any account may name the name servers of the service.
    const mayNameService = changed.domain === null && domain.value?.serviceNameservers.length === 0
    if (isOurs) void load().then(readContractIfDue)
    else if (mayNameService) void load()
  })
  onScopeDispose(() => {
    isEnded = true
  })
  void start()

  return {
    domain: computed(() => domain.value && withoutEndedErrors(domain.value)),
    error,
    refreshError: computed(() => (refreshError.value && hasCauseEnded(refreshError.value) ? null : refreshError.value)),
    reading,
    load,
    refresh,
    showZone,
  }
}
