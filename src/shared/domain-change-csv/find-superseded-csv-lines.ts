import { requestFieldRules } from '#shared/api/service-limits.ts'
import {
  getDuplicateKey,
  getDuplicateKeyWithoutPriority,
  buildRecordKeyWithTtl,
} from '#shared/dns/records/compare-two-records.ts'
import { normalizeRelativeHost, type DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import type { DomainChangeCsvWarningCode } from './domain-change-csv-finding-codes.ts'
import type { CsvLineChange } from './csv-line-change.ts'
import type { DomainChangeCsvLine } from './parse-domain-change-csv.ts'

/** A line that the line `other` repeats, undoes or replaces. */
export interface SupersededCsvLine {
  line: DomainChangeCsvLine
  code: Exclude<DomainChangeCsvWarningCode, 'csvNoRecord' | 'csvAlreadySet'>
  other: DomainChangeCsvLine
}

type RecordChange = Extract<CsvLineChange, { kind: 'add' | 'replace' }>
type Report = (line: DomainChangeCsvLine, code: SupersededCsvLine['code'], other: DomainChangeCsvLine) => void

/** Number of lines between two yields. */
const sliceSize = 1000

/**
 * Finds record lines that change nothing, whatever the zone contains, because another line makes them useless. `lines`:
 * those of one domain, in the order of the file. At most one finding for a line. The generator yields between slices of
 * its work.
 */
export function* findSupersededCsvLines(lines: readonly DomainChangeCsvLine[]): Generator<void, SupersededCsvLine[]> {
  const found = new Map<DomainChangeCsvLine, SupersededCsvLine>()
  const report: Report = (line, code, other) => {
    if (!found.has(line)) found.set(line, { line, code, other })
  }
  const ordered = inOrderOfEffect(lines)
  yield* reportRepeatedLines(ordered, report)
  yield* reportUndoneLines(ordered.toReversed(), report)
  return [...found.values()]
}

/** All `replace` lines of one host and type take effect together, at the position of the first of these lines. */
function inOrderOfEffect(lines: readonly DomainChangeCsvLine[]): DomainChangeCsvLine[] {
  const replacements = new Map<string, DomainChangeCsvLine[]>()
  const groups: DomainChangeCsvLine[][] = []
  for (const line of lines) {
    const key = line.change.kind === 'replace' ? hostKey(line.change) : null
    const group = key === null ? undefined : replacements.get(key)
    if (group) {
      group.push(line)
      continue
    }
    const first = [line]
    groups.push(first)
    if (key !== null) replacements.set(key, first)
  }
  return groups.flat()
}

/** `lines`: in the order of their effect. */
function* reportRepeatedLines(lines: readonly DomainChangeCsvLine[], report: Report): Generator<void> {
  /** What the lines so far did to the records of a type at a host. */
  const newState = () => ({
    added: new Map<string, { line: DomainChangeCsvLine; key: string; ttlLines: number }>(),
    replaced: new Map<string, { line: DomainChangeCsvLine; ttl: number | null }>(),
    removed: new Map<string, DomainChangeCsvLine>(),
    allRemoved: null as DomainChangeCsvLine | null,
  })
  const stateOf = keepByHost(newState)
  let ttlLines = 0
  for (const [position, line] of lines.entries()) {
    if (position % sliceSize === sliceSize - 1) yield
    const { change } = line
    if (change.kind === 'ttl') ttlLines += 1
    if (change.kind === 'add') {
      const state = stateOf(change)
      const [content, key] = [contentKey(change), buildRecordKeyWithTtl(toRecord(change))]
      const earlier = state.added.get(content)
      // A `ttl` line between these two lines may have changed the record that the first line added.
      if (earlier?.key === key && earlier.ttlLines === ttlLines) report(line, 'csvRepeatsLine', earlier.line)
      else state.added.set(content, { line, key, ttlLines })
      state.removed.delete(content)
      state.allRemoved = null
    } else if (change.kind === 'replace') {
      const state = stateOf(change)
      if (state.replaced.size === 0) state.added.clear()
      const key = getDuplicateKey(toRecord(change))
      const earlier = state.replaced.get(key)
      if (earlier) report(line, earlier.ttl === change.ttl ? 'csvRepeatsLine' : 'csvOtherTtlApplies', earlier.line)
      else state.replaced.set(key, { line, ttl: change.ttl })
      state.removed.delete(contentKey(change))
      state.allRemoved = null
    } else if (change.kind === 'remove') {
      const state = stateOf(change)
      const content = change.content === null ? null : contentKey({ ...change, content: change.content })
      const earlier = (content !== null && state.removed.get(content)) || state.allRemoved
      if (earlier) report(line, 'csvRepeatsLine', earlier)
      else if (content === null) {
        state.allRemoved = line
        state.added.clear()
      } else {
        state.removed.set(content, line)
        state.added.delete(content)
      }
    }
  }
}

/** `lines`: in the reverse order of their effect. */
function* reportUndoneLines(lines: readonly DomainChangeCsvLine[], report: Report): Generator<void> {
  /** What later lines do to the records of a type at a host. */
  const newState = () => ({
    added: new Map<string, { line: DomainChangeCsvLine; key: string }>(),
    replaced: null as DomainChangeCsvLine | null,
    removed: new Map<string, DomainChangeCsvLine>(),
    allRemoved: null as DomainChangeCsvLine | null,
    ttlSet: null as DomainChangeCsvLine | null,
  })
  const stateOf = keepByHost(newState)
  let ttlOfAllSet: DomainChangeCsvLine | null = null
  for (const [position, line] of lines.entries()) {
    if (position % sliceSize === sliceSize - 1) yield
    const { change } = line
    if (change.kind === 'ttl') {
      const state =
        change.type === null || change.host === null ? null : stateOf({ type: change.type, host: change.host })
      const later = state?.ttlSet ?? ttlOfAllSet
      if (later) report(line, 'csvTtlSetAgain', later)
      if (state) state.ttlSet ??= line
      else ttlOfAllSet ??= line
    } else if (change.kind === 'add' || change.kind === 'replace') {
      const state = stateOf(change)
      const [content, key] = [contentKey(change), buildRecordKeyWithTtl(toRecord(change))]
      const addedOtherwise = state.added.get(content)
      const undone =
        state.removed.get(content) ??
        state.allRemoved ??
        (change.kind === 'add' ? (state.replaced ?? (addedOtherwise?.key === key ? null : addedOtherwise?.line)) : null)
      if (undone) report(line, 'csvUndoneByLine', undone)
      state.added.set(content, { line, key })
      if (change.kind === 'replace') state.replaced = line
    } else if (change.kind === 'remove') {
      const state = stateOf(change)
      if (change.content === null) state.allRemoved = line
      else {
        const content = contentKey({ ...change, content: change.content })
        const again = state.added.get(content)
        if (again) report(line, 'csvAddedAgain', again.line)
        else if (state.allRemoved) report(line, 'csvRepeatsLine', state.allRemoved)
        state.removed.set(content, line)
      }
    }
  }
}

function keepByHost<State>(newState: () => State): (records: { type: string; host: string }) => State {
  const states = new Map<string, State>()
  return (records) => {
    const key = hostKey(records)
    const state = states.get(key) ?? newState()
    states.set(key, state)
    return state
  }
}

const hostKey = ({ type, host }: { type: string; host: string }) => `${type} ${normalizeRelativeHost(host)}`
const contentKey = ({ type, host, content }: { type: string; host: string; content: string }) =>
  getDuplicateKeyWithoutPriority({ type, host, content, ttl: 0, priority: 0 })
const toRecord = ({ type, host, content, ttl, priority }: RecordChange): DnsRecordFields => ({
  type,
  host,
  content,
  ttl: ttl ?? requestFieldRules.dnsTtl.default,
  priority,
})
