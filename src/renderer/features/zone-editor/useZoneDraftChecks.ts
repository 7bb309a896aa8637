import { computed } from 'vue'
import type { RecordFinding, RecordFindingCode } from '#shared/dns/record-rules/record-finding-codes.ts'
import { createZoneRecordIndex } from '#shared/dns/plan/zone-record-index.ts'
import { completeRecordInputSchema } from '#shared/ipc/dns.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { checkRecordInput, type CheckedRecordInput } from '#renderer/features/domains/zone/check-record-input.ts'
import { getDraftRowState, isBlankDraftRow, type DraftRow, type DraftRows } from './zone-draft-rows.ts'

/** Findings about what a new record still lacks while the user types. They are no mistakes yet. */
const emptyCodes: ReadonlySet<RecordFindingCode> = new Set<RecordFindingCode>(['hostEmpty', 'contentEmpty'])

export interface ZoneDraftChecksOptions {
  /** The rows of the draft, without the text that is being typed into the edited row. */
  rows: () => DraftRows
  /** The row that is edited in place, as typed so far. */
  typed: () => DraftRow | null
  domain: string
}

/** Checks the rows of a draft, each by itself and against the other rows. */
export function useZoneDraftChecks({ rows, typed, domain }: ZoneDraftChecksOptions) {
  // Cache of the checks of single rows. Editing a row creates a new object, so its check runs again.
  const ownChecks = new WeakMap<DraftRow, CheckedRecordInput>()

  const beforeOf = ({ base, key }: DraftRow) => base && { ...base, id: key }

  function checkAlone(row: DraftRow): CheckedRecordInput {
    const known = ownChecks.get(row)
    if (known) return known
    const check = checkRecordInput(row.record, beforeOf(row), { domain, zone: null })
    ownChecks.set(row, check)
    return check
  }

  /** The draft as a zone, with the row keys as IDs. */
  const zone = computed<ZoneRecord[]>(() =>
    rows().flatMap((row) => {
      if (row.isDeleted) return []
      const { data } = completeRecordInputSchema.safeParse(row.record)
      return data ? [{ id: row.key, ...data }] : []
    }),
  )
  const index = computed(() => createZoneRecordIndex(zone.value, domain))
  const checked = computed(() => ({ zone: zone.value, findings: new WeakMap<DraftRow, RecordFinding[]>() }))

  /** Each row is checked in the zone once per state of the draft, when it is shown. */
  function checkInZone(row: DraftRow): RecordFinding[] {
    const { zone: records, findings: known } = checked.value
    const found = known.get(row)
    if (found) return found
    const others = row.base === null ? records.filter(({ id }) => id !== row.key) : records
    const { findings } = checkRecordInput(row.record, beforeOf(row), { domain, zone: others })
    known.set(row, findings)
    return findings
  }

  /** True if the new row lacks values because the user has not filled in all its fields yet. */
  function isUnfinished(row: DraftRow): boolean {
    if (row.base !== null) return false
    const isTyped = typed()?.key === row.key
    return (isTyped || isBlankDraftRow(row)) && checkAlone(row).findings.some(({ code }) => emptyCodes.has(code))
  }

  /** Returns the findings that are shown at a row. */
  function findingsOf(row: DraftRow): RecordFinding[] {
    const findings = row.isDeleted ? [] : checkInZone(row)
    return isUnfinished(row) ? findings.filter(({ code }) => !emptyCodes.has(code)) : findings
  }

  /** True if the plan would refuse the row: it breaks a rule alone, or it is a duplicate. */
  function isRefused(row: DraftRow): boolean {
    const { draft } = checkAlone(row)
    if (draft === null) return true
    const duplicate = index.value.findDuplicate({ id: row.key, ...draft })
    return (
      duplicate !== undefined &&
      checkRecordInput(row.record, beforeOf(row), { domain, zone: [duplicate] }).draft === null
    )
  }

  const refusedRows = computed(() =>
    rows()
      .map((row) => (typed()?.key === row.key ? (typed() ?? row) : row))
      .filter((row) => {
        const state = getDraftRowState(row)
        return (state === 'added' || state === 'changed') && isRefused(row)
      }),
  )

  return {
    findingsOf,
    isUnfinished,
    /** Rows that break a rule. */
    invalidRows: computed(() => refusedRows.value.filter((row) => !isUnfinished(row))),
    /** New rows without a host or content so far. */
    unfinishedRows: computed(() => refusedRows.value.filter(isUnfinished)),
  }
}
