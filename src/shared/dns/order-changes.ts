import type { DnsRecordFields, ZoneRecord } from './dns-record.ts'
import { orderSteps, type StepOrder } from './order-steps.ts'
import type { Pairing } from './pair-records.ts'
import type { RecordChange } from './record-change.ts'
import { answersOf, createTargetResolver } from './resolve-targets.ts'

/**
 * The changes in the order of sending. `hosts`: the differing records of each host.
 *
 * - At a host where a CNAME replaces other records or is replaced by them: deletions, the change itself, additions. A
 *   CNAME is then never beside other data (RFC 1034, section 3.6.2).
 * - Elsewhere, deletions come last, so that the remaining records answer meanwhile.
 * - A record that points to a host of the zone comes after the records of that host. The last records of a host are
 *   deleted after the records that pointed to it. Where names point to each other in a circle, one of them goes first.
 */
export function orderChanges(
  hosts: readonly Pairing[],
  zones: { current: readonly ZoneRecord[]; desired: readonly DnsRecordFields[]; domain: string },
): RecordChange[] {
  const order = createOrder()
  const changes: RecordChange[] = []
  const lastChanges: RecordChange[] = []
  for (const pairing of hosts) {
    const { deletions, puts, additions } = toChanges(pairing)
    if (puts.some(isTypeChange)) addStages(order, changes, [deletions, puts, additions])
    else {
      for (const change of puts) changes.push(change)
      for (const change of additions) changes.push(change)
      for (const change of deletions) lastChanges.push(change)
    }
  }
  for (const change of lastChanges) changes.push(change)
  addTargetWishes(order, changes, zones)
  return order.sort(changes.length).map((place) => changes[place] as RecordChange)
}

/** Appends stages of changes of one host. Each stage must be complete before the next one begins. */
function addStages(
  order: ReturnType<typeof createOrder>,
  changes: RecordChange[],
  stages: readonly (readonly RecordChange[])[],
): void {
  let earlier: number[] = []
  for (const stage of stages.filter(({ length }) => length > 0)) {
    const places = stage.map((change) => changes.push(change) - 1)
    if (earlier.length > 0) order.addRule(places, earlier)
    earlier = places
  }
}

function toChanges({ pairs, removed, added }: Pairing): Record<'puts' | 'additions' | 'deletions', RecordChange[]> {
  return {
    puts: pairs.map(([before, after]) => ({ kind: 'change', before, after })),
    additions: added.map((after) => ({ kind: 'add', after })),
    deletions: removed.map((before) => ({ kind: 'delete', before })),
  }
}

function isTypeChange(change: RecordChange): boolean {
  return change.kind === 'change' && change.before.type !== change.after.type
}

/** Collects which changes come after which. Groups keep the number of orders linear. */
function createOrder() {
  const orders: { step: number; prerequisite: number; isRule: boolean }[] = []
  let groupCount = 0
  /** Groups have negative numbers here, changes their place. */
  function addGroup(members: readonly number[], isRule: boolean): number {
    groupCount += 1
    for (const prerequisite of members) orders.push({ step: -groupCount, prerequisite, isRule })
    return -groupCount
  }
  const addWish = (step: number, prerequisite: number) => orders.push({ step, prerequisite, isRule: false })
  return {
    addRule(later: readonly number[], earlier: readonly number[]): void {
      const group = addGroup(earlier, true)
      for (const step of later) orders.push({ step, prerequisite: group, isRule: true })
    },
    addGroup: (members: readonly number[]) => addGroup(members, false),
    addWish,
    sort(count: number): number[] {
      const stepOf = (place: number) => (place < 0 ? -1 - place : groupCount + place)
      const steps = orders.map(({ step, prerequisite, isRule }): StepOrder => ({
        step: stepOf(step),
        prerequisite: stepOf(prerequisite),
        isRule,
      }))
      return orderSteps(groupCount + count, groupCount, steps).flatMap((step) =>
        step < groupCount ? [] : [step - groupCount],
      )
    },
  }
}

/** Lets records come after what they point to, and what they point to go after them. */
function addTargetWishes(
  order: ReturnType<typeof createOrder>,
  changes: readonly RecordChange[],
  { current, desired, domain }: { current: readonly ZoneRecord[]; desired: readonly DnsRecordFields[]; domain: string },
): void {
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
    const isSwitch = old !== null && (isTypeChange(change) || fresh?.type === 'CNAME')
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

function push(places: Map<string, number[]>, answer: string, place: number): void {
  const sameAnswer = places.get(answer)
  if (sameAnswer) sameAnswer.push(place)
  else places.set(answer, [place])
}

function groupByAnswer(order: ReturnType<typeof createOrder>, places: Map<string, number[]>): Map<string, number> {
  return new Map([...places].map(([answer, members]) => [answer, order.addGroup(members)]))
}
