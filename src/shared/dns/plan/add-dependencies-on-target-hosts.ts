import { type DnsRecordFields, findTargetHost, type ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { ChangeDependencyGraph } from './change-dependency-graph.ts'
import { isTypeChange, type PlannedRecordChange } from './planned-record-change.ts'
import {
  listAddressAnswerSourcesOfRecord,
  createAddressAnswerSourceFinder,
  type AddressAnswerSourceFinder,
} from './find-host-wildcard-or-delegation-of-target.ts'

/** For each answering host (see `AddressAnswerSourceFinder`): the positions of the changes that affect it. */
type PositionsByAnsweringHost = Map<string, number[]>

/**
 * Makes the change of a record depend on the changes of the host that it points to, and the deletion of a host depend
 * on the changes of the records that pointed to it.
 */
export function addDependenciesOnTargetHosts(
  dependencies: ChangeDependencyGraph,
  changes: readonly PlannedRecordChange[],
  { current, desired, domain }: { current: readonly ZoneRecord[]; desired: readonly DnsRecordFields[]; domain: string },
): void {
  if (!changes.some(mayMoveTarget)) return
  const before = createAddressAnswerSourceFinder(current, domain)
  const after = createAddressAnswerSourceFinder(desired, domain)
  const { creating, removing, leaving } = findAffectedAnswers(changes, before, after)
  const created = createGroupByAnswer(dependencies, creating)
  const left = createGroupByAnswer(dependencies, leaving)
  const swaps = createSwapFinder(creating, removing)

  changes.forEach((change, position) => {
    if (change.kind === 'delete') return
    const target = after.answerFor(change.after)
    const group = target === null ? undefined : created(target)
    if (target === null || group === undefined) return
    // One change may remove the old target's answer and create the new target's. The record is then changed before, if
    // its new target already has an answer. After that change, its old target would have no answer.
    const oldAnswer = change.kind === 'change' ? before.answerFor(change.before) : null
    if (oldAnswer !== null && before.answerFor(change.after) !== null && swaps(oldAnswer, target)) return
    dependencies.addOptional(position, group)
  })
  for (const [answer, positions] of removing) {
    const group = left(answer)
    if (group !== undefined) for (const position of positions) dependencies.addOptional(position, group)
  }
  addReplacementDependencies(dependencies, changes, desired)
  // A record that stays may be answered by another host than before, for example by a new wildcard.
  const moves = new Set<string>()
  for (const record of desired) {
    const oldAnswer = before.answerFor(record)
    const newAnswer = after.answerFor(record)
    const group = newAnswer === null || newAnswer === oldAnswer ? undefined : created(newAnswer)
    if (oldAnswer === null || group === undefined || moves.has(`${oldAnswer}\n${newAnswer}`)) continue
    moves.add(`${oldAnswer}\n${newAnswer}`)
    for (const position of removing.get(oldAnswer) ?? []) dependencies.addOptional(position, group)
  }
}

/**
 * Makes the deletions of an answer's records depend on the additions, if no record of the answer stays. An addition
 * that waits for another host would otherwise come after the deletions, and the host would have no answer in between.
 */
function addReplacementDependencies(
  dependencies: ChangeDependencyGraph,
  changes: readonly PlannedRecordChange[],
  desired: readonly DnsRecordFields[],
): void {
  const adding: PositionsByAnsweringHost = new Map()
  const deleting: PositionsByAnsweringHost = new Map()
  changes.forEach((change, position) => {
    if (change.kind === 'add')
      for (const answer of listAddressAnswerSourcesOfRecord(change.after)) addPosition(adding, answer, position)
    if (change.kind === 'delete')
      for (const answer of listAddressAnswerSourcesOfRecord(change.before)) addPosition(deleting, answer, position)
  })
  const both = [...deleting].filter(([answer]) => adding.has(answer))
  if (both.length === 0) return
  const counts = new Map<string, number>()
  for (const record of desired)
    for (const answer of listAddressAnswerSourcesOfRecord(record)) counts.set(answer, (counts.get(answer) ?? 0) + 1)
  for (const [answer, positions] of both) {
    const added = adding.get(answer) ?? []
    if (counts.get(answer) !== added.length) continue
    const group = dependencies.addGroup(added)
    for (const position of positions) dependencies.addOptional(position, group)
  }
}

/** False for a change that leaves the record's type and target as they are, such as a new TTL or address. */
function mayMoveTarget(change: PlannedRecordChange): boolean {
  if (change.kind !== 'change' || isTypeChange(change)) return true
  return change.before.content !== change.after.content && findTargetHost(change.after) !== null
}

/**
 * `creating`: the changes after which the host answers as it will after the plan. `removing`: those after which the
 * host answers no longer. `leaving`: those after which a record no longer points there.
 */
function findAffectedAnswers(
  changes: readonly PlannedRecordChange[],
  before: AddressAnswerSourceFinder,
  after: AddressAnswerSourceFinder,
): Record<'creating' | 'removing' | 'leaving', PositionsByAnsweringHost> {
  const creating: PositionsByAnsweringHost = new Map()
  const removing: PositionsByAnsweringHost = new Map()
  const leaving: PositionsByAnsweringHost = new Map()
  changes.forEach((change, position) => {
    const oldRecord = change.kind === 'add' ? null : change.before
    const newRecord = change.kind === 'delete' ? null : change.after
    const isSwitch =
      oldRecord !== null &&
      (isTypeChange(change) || (newRecord?.type === 'CNAME' && newRecord.content !== oldRecord.content))
    for (const answer of newRecord ? listAddressAnswerSourcesOfRecord(newRecord) : [])
      if (isSwitch || !before.has(answer)) addPosition(creating, answer, position)
    for (const answer of oldRecord ? listAddressAnswerSourcesOfRecord(oldRecord) : [])
      if (!after.has(answer)) addPosition(removing, answer, position)
    const oldAnswer = oldRecord && before.answerFor(oldRecord)
    if (oldAnswer && oldAnswer !== (newRecord && after.answerFor(newRecord))) addPosition(leaving, oldAnswer, position)
  })
  return { creating, removing, leaving }
}

function addPosition(positions: PositionsByAnsweringHost, answer: string, position: number): void {
  const sameAnswer = positions.get(answer)
  if (sameAnswer) sameAnswer.push(position)
  else positions.set(answer, [position])
}

/** Finds out whether one change takes the old answer and gives the new one. */
function createSwapFinder(
  creating: PositionsByAnsweringHost,
  removing: PositionsByAnsweringHost,
): (oldAnswer: string, newAnswer: string) => boolean {
  const creates = createSetByAnswer(creating)
  const removes = createSetByAnswer(removing)
  return (oldAnswer, newAnswer) => {
    const [removed, created] = [removes(oldAnswer), creates(newAnswer)]
    // The smaller one first, so that the time stays low for a zone with many records of one host.
    const [few, many] = removed.size < created.size ? [removed, created] : [created, removed]
    return [...few].some((position) => many.has(position))
  }
}

/** Returns the set of the positions of an answer, created on first use: few plans need any. */
function createSetByAnswer(positions: PositionsByAnsweringHost): (answer: string) => ReadonlySet<number> {
  const sets = new Map<string, Set<number>>()
  return (answer) => {
    const set = sets.get(answer) ?? new Set(positions.get(answer))
    sets.set(answer, set)
    return set
  }
}

/** Returns the group of an answer's changes, created on first use; undefined if no change affects the answer. */
function createGroupByAnswer(
  dependencies: ChangeDependencyGraph,
  positions: PositionsByAnsweringHost,
): (answer: string) => number | undefined {
  const groups = new Map<string, number>()
  return (answer) => {
    const members = positions.get(answer)
    if (members === undefined) return undefined
    const group = groups.get(answer) ?? dependencies.addGroup(members)
    groups.set(answer, group)
    return group
  }
}
