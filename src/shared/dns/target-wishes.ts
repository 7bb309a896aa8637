import type { ChangeOrder } from './change-order.ts'
import { type DnsRecordFields, targetHostOf, type ZoneRecord } from './dns-record.ts'
import { isTypeChange, type RecordChange } from './record-change.ts'
import { answersOf, createTargetResolver } from './resolve-targets.ts'

/** Lets records come after what they point to, and what they point to go after them. */
export function addTargetWishes(
  order: ChangeOrder,
  changes: readonly RecordChange[],
  { current, desired, domain }: { current: readonly ZoneRecord[]; desired: readonly DnsRecordFields[]; domain: string },
): void {
  if (!changes.some(mayMoveTarget)) return
  const before = createTargetResolver(current, domain)
  const after = createTargetResolver(desired, domain)
  /** By answer: the changes after which the host answers as it will after the plan. */
  const creating = new Map<string, number[]>()
  /** By answer: the changes after which the host answers no longer. */
  const removing = new Map<string, number[]>()
  /** By answer: the changes after which a record no longer points there. */
  const leaving = new Map<string, number[]>()
  changes.forEach((change, place) => {
    const old = change.kind === 'add' ? null : change.before
    const fresh = change.kind === 'delete' ? null : change.after
    const isSwitch =
      old !== null && (isTypeChange(change) || (fresh?.type === 'CNAME' && fresh.content !== old.content))
    for (const answer of fresh ? answersOf(fresh) : [])
      if (isSwitch || !before.has(answer)) push(creating, answer, place)
    for (const answer of old ? answersOf(old) : []) if (!after.has(answer)) push(removing, answer, place)
    const left = old && before.answerFor(old)
    if (left && left !== (fresh && after.answerFor(fresh))) push(leaving, left, place)
  })

  const ready = groupByAnswer(order, creating)
  const unused = groupByAnswer(order, leaving)
  changes.forEach((change, place) => {
    const target = change.kind === 'delete' ? null : after.answerFor(change.after)
    const group = target === null ? undefined : ready.get(target)
    if (group !== undefined) order.addWish(place, group)
  })
  for (const [answer, places] of removing) {
    const group = unused.get(answer)
    if (group !== undefined) for (const place of places) order.addWish(place, group)
  }
  // A record that stays may be answered by another host than before, for example by a new wildcard.
  const moves = new Set<string>()
  for (const record of desired) {
    const old = before.answerFor(record)
    const fresh = after.answerFor(record)
    const group = fresh === null || fresh === old ? undefined : ready.get(fresh)
    if (old === null || group === undefined || moves.has(`${old}\n${fresh}`)) continue
    moves.add(`${old}\n${fresh}`)
    for (const place of removing.get(old) ?? []) order.addWish(place, group)
  }
}

/** False for a change that leaves the record's type and target as they are, such as a new TTL or address. */
function mayMoveTarget(change: RecordChange): boolean {
  if (change.kind !== 'change' || isTypeChange(change)) return true
  return change.before.content !== change.after.content && targetHostOf(change.after) !== null
}

function push(places: Map<string, number[]>, answer: string, place: number): void {
  const sameAnswer = places.get(answer)
  if (sameAnswer) sameAnswer.push(place)
  else places.set(answer, [place])
}

/** The group of an answer's changes, made when it is first asked for. */
function groupByAnswer(order: ChangeOrder, places: Map<string, number[]>): { get(answer: string): number | undefined } {
  const groups = new Map<string, number>()
  return {
    get(answer) {
      const members = places.get(answer)
      if (members === undefined) return undefined
      const group = groups.get(answer) ?? order.addGroup(members)
      groups.set(answer, group)
      return group
    },
  }
}
