import { addMonths } from '#simulator/add-months.ts'
import { completePendingDomainOperationIfDue } from '#simulator/world-state.ts'
import type { DecisionOutcome, PurchaseDecision } from './client-under-test-interface.ts'
import { getTargetName } from './play-purchase-history.ts'
import type { RecordedCharge, InMemoryService } from './in-memory-service.ts'

export interface HistoryVerdict {
  decisions: number
  /** Charges beyond one per decision. */
  extraCharges: number
  /** Everything that must not happen; empty if all is right. */
  violations: string[]
  /** Number of intents by their end. Intents that wait for the user are counted by cause. */
  endings: Record<string, number>
}

interface ObservedHistory {
  endings: readonly DecisionOutcome[]
  decisions: readonly PurchaseDecision[]
  service: InMemoryService
  /** Renewals by another program, which the service's ledger does not contain. */
  byOthers: readonly { account: string; name: string }[]
  /** Whether the user has to decide, although the service's lists show the decided purchase. */
  isLeftToUser?: (decision: PurchaseDecision, idempotencyKeys: readonly string[]) => boolean
  failures: readonly string[]
  now: number
}

/** Judges a history by the service's ledger and state at the end. */
export function judgePurchaseHistory({
  endings,
  decisions,
  service,
  byOthers,
  isLeftToUser = () => false,
  failures,
  now,
}: ObservedHistory): HistoryVerdict {
  const violations = [...failures]
  const tally: Record<string, number> = {}
  const note = (name: string) => (tally[name] = (tally[name] ?? 0) + 1)

  const decisionNumberByKey = new Map(
    endings.flatMap(({ decisionNumber, idempotencyKeys }) =>
      idempotencyKeys.map((key) => [key, decisionNumber] as const),
    ),
  )
  const paid = new Map<number, RecordedCharge[]>()
  for (const charge of service.charges) {
    const decisionNumber = decisionNumberByKey.get(charge.idempotencyKey ?? '')
    if (decisionNumber === undefined) violations.push(`${charge.kind} of ${charge.name} was charged for no intent`)
    else paid.set(decisionNumber, [...(paid.get(decisionNumber) ?? []), charge])
  }
  let extraCharges = 0
  for (const [decisionNumber, charges] of paid) {
    extraCharges += charges.length - 1
    if (charges.length > 1)
      violations.push(
        `decision ${decisionNumber} was charged ${charges.length} times: ${charges.map(({ idempotencyKey }) => idempotencyKey).join(', ')}`,
      )
    for (const { yen } of charges)
      if (yen !== decisions[decisionNumber]?.yen)
        violations.push(`decision ${decisionNumber} was charged ${yen} yen, not ${decisions[decisionNumber]?.yen}`)
  }

  for (const { decisionNumber: number, idempotencyKeys, state, cause } of endings) {
    const decision = decisions[number] as PurchaseDecision
    const isCharged = service.charges.some(({ idempotencyKey }) => idempotencyKeys.includes(idempotencyKey ?? ''))
    const byOther = isDoneByAnyone(decision, service, byOthers)
    const name = `decision ${number}, ${idempotencyKeys.join(' ')}`
    if (state === 'open') violations.push(`${name} did not end (${cause})`)
    if (state === 'done' && !isCharged && !byOther) violations.push(`${name} is shown as done, and nothing happened`)
    if (state === 'refused' && isCharged) violations.push(`${name} is shown as refused, and was charged`)
    if (state === 'held' && isCharged) violations.push(`${name} is shown as not sent, and was charged`)
    if (state === 'taken back' && isCharged) violations.push(`${name} is shown as taken back, and was charged`)
    if (state === 'needs you' && isShown(decision, service, now) && !isLeftToUser(decision, idempotencyKeys))
      violations.push(`${name} is shown as undecided, although a reading shows the outcome (${cause})`)
    note(
      state === 'done' && !isCharged
        ? 'done, by another program'
        : state === 'needs you' || state === 'held'
          ? `${state}: ${cause}`
          : state,
    )
  }
  return { decisions: decisions.length, extraCharges, violations, endings: tally }
}

/** Whether Banto or another program bought the decided target. */
function isDoneByAnyone(
  { item }: PurchaseDecision,
  { charges }: InMemoryService,
  byOthers: ObservedHistory['byOthers'],
): boolean {
  return (
    charges.some(({ user, name }) => user === item.accountId && name === getTargetName(item)) ||
    byOthers.some(({ account, name }) => account === item.accountId && name === getTargetName(item))
  )
}

/** Whether the service's lists show the decided purchase. A failed transfer needs a decision of the user. */
function isShown({ item, expiryDate }: PurchaseDecision, { world }: InMemoryService, now: number): boolean {
  const user = world.user(item.accountId)
  if (item.kind === 'order') return [...user.servers.values()].some(({ serverId }) => serverId === item.serverId)
  const domain = user.domains.get(item.name)
  if (!domain) return false
  completePendingDomainOperationIfDue(domain, now)
  if (domain.status === 'transfer_action_required') return false
  return item.kind !== 'renew' || (expiryDate !== null && domain.expiryDate === addMonths(expiryDate, 12 * item.years))
}
