import { computed, h, onScopeDispose, ref, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { listChangedRecordFields, hasSameRecordFields } from '#shared/dns/records/compare-two-records.ts'
import { recordFields, type RecordField, type ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { RecordInput } from '#shared/dns/record-rules/check-record.ts'
import type { RecordChange } from '#shared/ipc/dns.ts'
import type { Cached } from '#shared/ipc/common-schemas.ts'
import { confirm } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import type { StoredDelegation } from './classify-stored-delegation.ts'
import SingleRecordChangeReview from './SingleRecordChangeReview.vue'
import { findRecordResultingFromChange } from './find-record-resulting-from-change.ts'
import { createEmptyRecordInput } from './create-empty-record-input.ts'
import { convertZoneRecordToInput } from './convert-zone-record-to-input.ts'
import { applyInputChangesToCurrentRecord } from './apply-input-changes-to-current-record.ts'
import { checkRecordInput } from './check-record-input.ts'
import { truncateMiddle } from '#renderer/ui/format/truncate-middle.ts'
import { useSendRecordChange, type ZoneLastRead } from './useSendRecordChange.ts'

/**
 * The completed change and the resulting record in the zone; null after a deletion. `changeId`: its entry in the
 * change log; null if nothing was sent. `isAnswerLost`: no answer confirmed the change, but a reading afterwards shows
 * it.
 */
export interface CompletedRecordChange {
  kind: RecordChange['kind']
  host: string
  type: string
  record: ZoneRecord | null
  changeId: string | null
  isAnswerLost: boolean
}

interface Edited extends ZoneLastRead {
  decoded: string | null
  record: ZoneRecord | null
  delegation: StoredDelegation
}

/** A field is checked after this pause in typing, as it is on blur. */
const pauseMs = 700

/**
 * Edits one record, from the first input to the outcome of the change. A field is checked on blur, after a pause in
 * typing and on save. Every change is confirmed with before and after. After a conflict, editing continues from the
 * current zone.
 */
export function useEditAndSendRecord(
  edited: Edited,
  on: { showZone: (zone: Cached<ZoneRecord[]>) => void; done: (done: CompletedRecordChange) => void },
) {
  const { t } = useI18n()
  const domainName = edited.decoded ?? edited.domain
  /** The record that the input is compared with; null for a new record. */
  const base = shallowRef(edited.record)
  const input = ref<RecordInput>(edited.record ? convertZoneRecordToInput(edited.record) : createEmptyRecordInput())
  const touched = ref(new Set<RecordField>())
  const {
    isBusy,
    isReading,
    failure,
    zoneOfConflict,
    found,
    mayStillArrive,
    changeThatMayArrive,
    readError,
    send,
    readAgain,
    hideFailure,
  } = useSendRecordChange(edited, {
    showZone: on.showZone,
    found(record) {
      if (hasSameRecordFields(record, sent.value)) base.value = record
    },
  })

  const checked = computed(() => checkRecordInput(input.value, base.value, edited))
  const sent = computed(() => checked.value.sent)
  const findings = computed(() => checked.value.findings.filter(({ field }) => touched.value.has(field)))
  /** True if there is an unsaved change. Blanks around a value are not a change. */
  const isChanged = computed(
    () => !isUntouched(input.value) && (base.value === null || !hasSameRecordFields(base.value, sent.value)),
  )

  /** False while a change has an unknown outcome: a form without input would look as if the change had been undone. */
  const mayReset = computed(() => base.value !== null && isChanged.value && failure.value?.error.kind !== 'unsettled')

  function touch(field: RecordField): void {
    touched.value = new Set([...touched.value, field])
  }

  let pause: ReturnType<typeof setTimeout> | undefined
  watch(input, (after, before) => {
    clearTimeout(pause)
    // The zone already had the earlier input, or that input broke a rule. Neither need be so of the new input.
    if (isRuleBroken() || (failure.value?.error.kind === 'conflict' && failure.value.change.kind === 'add'))
      hideFailure()
    if (isUntouched(after)) return
    const typed = listChangedRecordFields(before, after)
    // The valid content depends on the type.
    if (typed.includes('type') && after.content.trim() !== '') touch('content')
    pause = setTimeout(() => typed.forEach(touch), pauseMs)
  })
  onScopeDispose(() => clearTimeout(pause))

  /** True if the main process refused the input by a rule. It knew a newer zone. */
  function isRuleBroken(): boolean {
    return failure.value?.error.kind === 'invalid_input'
  }
  watch(
    () => checked.value.draft !== null,
    (isValid) => {
      if (isValid && isRuleBroken()) hideFailure()
    },
  )

  /** True if the input equals its initial values. */
  function isUntouched(typed: RecordInput): boolean {
    return hasSameRecordFields(base.value ?? createEmptyRecordInput(), typed)
  }

  /** The record as last read; undefined if it is no longer in the zone. */
  const current = computed(() => edited.zone?.find(({ id }) => id === base.value?.id))
  /** True if the newest reading has another record than the one that the user sees, or no longer has it. */
  const isOutdated = computed(
    () =>
      base.value !== null &&
      edited.zone !== null &&
      (current.value === undefined || !hasSameRecordFields(current.value, base.value)),
  )
  watch(current, (record) => {
    if (!record || !isOutdated.value || (isChanged.value && !hasSameRecordFields(record, sent.value))) return
    base.value = record
    input.value = convertZoneRecordToInput(record)
  })

  function reset(): void {
    base.value = current.value ?? base.value
    input.value = base.value ? convertZoneRecordToInput(base.value) : createEmptyRecordInput()
    touched.value = new Set()
    hideFailure()
  }

  function words(record: { host: string; type: string }) {
    return { host: truncateMiddle(record.host), type: record.type, domain: truncateMiddle(domainName) }
  }

  function ask(change: RecordChange): Promise<boolean> {
    const before = change.kind === 'add' ? null : convertZoneRecordToInput(change.before)
    const after = change.kind === 'delete' ? null : change.after
    return confirm({
      title: t(`dns.confirm.${change.kind}`, { domain: domainName }),
      body: h(SingleRecordChangeReview, {
        findings: change.kind === 'delete' ? [] : checked.value.findings,
        delegation: edited.delegation,
        before,
        after,
        beforeTitle: t(change.kind === 'delete' ? 'dns.confirm.deleted' : 'dns.confirm.before'),
        afterTitle: t(change.kind === 'add' ? 'dns.confirm.added' : 'dns.confirm.after'),
        accountId: edited.accountId,
      }),
      action: t(`dns.confirm.${change.kind}Action`, words(before ?? after ?? createEmptyRecordInput())),
      tone: change.kind === 'delete' ? 'danger' : 'normal',
    })
  }

  async function run(change: RecordChange): Promise<void> {
    if (!(await ask(change))) return
    const sent = await send(change)
    if (!sent) return
    const { host, type } = change.kind === 'delete' ? change.before : change.after
    const { records, ...result } = sent
    on.done({ kind: change.kind, host, type, record: findRecordResultingFromChange(records, change), ...result })
  }

  async function save(): Promise<void> {
    touched.value = new Set(recordFields)
    const { draft } = checked.value
    if (!draft || !isChanged.value || isBusy.value) return
    await run(base.value ? { kind: 'change', before: base.value, after: draft } : { kind: 'add', after: draft })
  }

  async function remove(): Promise<void> {
    if (base.value && !isBusy.value) await run({ kind: 'delete', before: base.value })
  }

  /**
   * Restarts the edit after a conflict from the current record. The input keeps only the fields that the user changed.
   */
  function restartEditFrom(currentRecord: ZoneRecord, keepsInput: boolean): void {
    input.value =
      keepsInput && base.value
        ? applyInputChangesToCurrentRecord(currentRecord, base.value, input.value)
        : convertZoneRecordToInput(currentRecord)
    base.value = currentRecord
    hideFailure()
  }

  /** Asks for confirmation before unsaved changes are discarded. */
  async function mayLeave(): Promise<boolean> {
    if (isBusy.value) return false
    if (!isChanged.value) return true
    const sentChange = changeThatMayArrive.value
    const { host, type } =
      (sentChange?.kind === 'add' ? sentChange.after : sentChange?.before) ?? base.value ?? sent.value
    return confirm({
      title: t('dns.form.leave'),
      body: t(sentChange ? 'dns.form.leaveSentText' : 'dns.form.leaveText', {
        record: `${type} ${truncateMiddle(host)}`.trim(),
      }),
      action: t('dns.form.leaveAction'),
      tone: 'danger',
    })
  }

  return {
    base,
    input,
    sent,
    findings,
    isChanged,
    mayReset,
    isOutdated,
    isBusy,
    isReading,
    failure,
    zoneOfConflict,
    found,
    mayStillArrive,
    readError,
    touch,
    reset,
    save,
    remove,
    readAgain,
    hideFailure,
    restartEditFrom,
    mayLeave,
  }
}
