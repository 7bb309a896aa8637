import { useDebounceFn } from '@vueuse/core'
import { computed, onScopeDispose, shallowRef } from 'vue'
import { toAppError, type AppError, type WireError } from '#shared/app-error.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { Domain } from '#shared/ipc/inventory.ts'
import { normalizeRecordInput } from '#shared/dns/record-rules/check-record.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useHasErrorCauseEnded } from '#renderer/composables/useHasErrorCauseEnded.ts'
import { useIpcEvent } from '#renderer/composables/useIpcEvent.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'
import {
  countDraftRowStates,
  createDraftRows,
  findNewerZoneEffectsOnDraft,
  doesDraftStartFromCurrentZone,
  listEditedRecordsChangedByOthers,
  rebaseDraftRows,
  toStoredDraft,
  type DraftRows,
  type NewerZoneEffectsOnDraft,
} from './zone-draft-rows.ts'

const saveAfterMs = 400
const normalize = (record: Parameters<typeof normalizeRecordInput>[0]) => normalizeRecordInput(record, idna)

export type ZoneDraft = ReturnType<typeof useZoneDraft>

const noZoneChanges: NewerZoneEffectsOnDraft = { followed: [], made: [] }

/**
 * The draft of one zone, with undo and redo. Every edit is stored, so the draft survives a restart. A newer zone is not
 * stored in it, so that what was changed elsewhere is shown until the next edit.
 */
export function useZoneDraft(accountId: string, name: string) {
  const domain = shallowRef<Domain | null>(null)
  const rows = shallowRef<DraftRows | null>(null)
  const past = shallowRef<readonly DraftRows[]>([])
  const future = shallowRef<readonly DraftRows[]>([])
  const loadError = shallowRef<AppError | null>(null)
  /** Why the zone could not be read from the service. */
  const readError = shallowRef<AppError | WireError | null>(null)
  const storeError = shallowRef<AppError | null>(null)
  const hasCauseEnded = useHasErrorCauseEnded()
  const isReading = shallowRef(false)

  const zone = computed<readonly ZoneRecord[] | null>(() => domain.value?.zone.data ?? null)
  const counts = computed(() => countDraftRowStates(rows.value ?? []))
  const changeCount = computed(() => counts.value.added + counts.value.changed + counts.value.deleted)
  const changedByOthers = computed(() => listEditedRecordsChangedByOthers(rows.value ?? []))
  /** Cleared when the user closes the notice. */
  const zoneChanges = shallowRef<NewerZoneEffectsOnDraft>(noZoneChanges)

  async function loadDomain(): Promise<void> {
    const newer = await mainCommands.inventory.domain({ accountId, name })
    if (newer.zone.readAt !== domain.value?.zone.readAt) readError.value = null
    domain.value = newer
  }

  /** Until the stored draft is read, no rows are shown: rows without edits would discard the draft. */
  let isDraftRead = false
  let hasUnstoredEdits = false

  /** The edits stay. After the last edit was sent, the draft starts again from the zone. */
  function followZone(): void {
    const currentZone = zone.value
    if (currentZone === null || !isDraftRead) return
    if (rows.value === null) rows.value = createDraftRows(currentZone, null)
    else if (!doesDraftStartFromCurrentZone(rows.value, currentZone)) {
      const rebase = (state: DraftRows) => rebaseDraftRows(state, currentZone, normalize)
      const { followed, made } = findNewerZoneEffectsOnDraft(rows.value, currentZone, normalize)
      const before = zoneChanges.value
      rows.value = rebase(rows.value)
      const hasEdits = changeCount.value > 0
      zoneChanges.value = hasEdits
        ? { followed: [...before.followed, ...followed], made: [...before.made, ...made] }
        : noZoneChanges
      // A draft without edits is discarded.
      if (!hasEdits) storeEditsLater()
      past.value = hasEdits ? past.value.map(rebase) : []
      future.value = hasEdits ? future.value.map(rebase) : []
    }
  }

  async function load(): Promise<void> {
    try {
      await loadDomain()
      const draft = await mainCommands.zoneDrafts.get({ accountId, domain: name })
      isDraftRead = true
      if (draft) rows.value = createDraftRows(draft.base, draft.records)
      followZone()
      loadError.value = null
    } catch (thrown) {
      loadError.value = toAppError(thrown)
    }
  }

  async function store(): Promise<void> {
    if (rows.value === null || !hasUnstoredEdits) return
    hasUnstoredEdits = false
    try {
      if (changeCount.value === 0) await mainCommands.zoneDrafts.discard({ accountId, domain: name })
      else await mainCommands.zoneDrafts.save({ accountId, domain: name, ...toStoredDraft(rows.value) })
      storeError.value = null
    } catch (thrown) {
      hasUnstoredEdits = true
      storeError.value = toAppError(thrown)
    }
  }
  const storeLater = useDebounceFn(store, saveAfterMs)
  onScopeDispose(() => void store())

  function storeEditsLater(): void {
    hasUnstoredEdits = true
    void storeLater()
  }

  function show(next: DraftRows): void {
    rows.value = next
    storeEditsLater()
  }

  function closeZoneChanges(): void {
    zoneChanges.value = noZoneChanges
  }

  function change(next: DraftRows): void {
    if (rows.value === null || next === rows.value) return
    past.value = [...past.value, rows.value]
    future.value = []
    show(next)
  }

  function undo(): void {
    const last = past.value.at(-1)
    if (last === undefined || rows.value === null) return
    past.value = past.value.slice(0, -1)
    future.value = [...future.value, rows.value]
    show(last)
  }

  function redo(): void {
    const next = future.value.at(-1)
    if (next === undefined || rows.value === null) return
    future.value = future.value.slice(0, -1)
    past.value = [...past.value, rows.value]
    show(next)
  }

  function discard(): void {
    if (rows.value === null) return
    // Without a zone, the records stay on which the edits were begun.
    change(createDraftRows(zone.value ?? toStoredDraft(rows.value).base, null))
    closeZoneChanges()
  }

  async function readZone(): Promise<void> {
    isReading.value = true
    readError.value = null
    try {
      const { error: failure } = await mainCommands.dns.refresh({ accountId, domain: name })
      await loadDomain()
      readError.value = failure
      followZone()
    } catch (thrown) {
      readError.value = toAppError(thrown)
    }
    isReading.value = false
  }

  // The change log holds which changes have an unknown outcome.
  useIpcEvent('changeLog.changed', () => void loadDomain().catch(() => undefined))
  useIpcEvent('inventory.changed', (changed) => {
    if (changed.accountId !== null && changed.accountId !== accountId) return
    if (changed.domain !== null && changed.domain !== name) return
    // A domain that was not stored when the editor was opened may be stored now. Its draft was not loaded then.
    if (loadError.value !== null) void load()
    else
      void loadDomain()
        .then(followZone)
        .catch(() => undefined)
  })

  return {
    domain,
    zone,
    rows,
    counts,
    changeCount,
    changedByOthers,
    zoneChanges,
    loadError,
    readError: computed(() => (readError.value && hasCauseEnded(readError.value) ? null : readError.value)),
    storeError,
    isReading,
    canUndo: computed(() => past.value.length > 0),
    canRedo: computed(() => future.value.length > 0),
    load,
    store,
    change,
    undo,
    redo,
    discard,
    closeZoneChanges,
    readZone,
  }
}
