import type { OrderIntentKind } from '#shared/order-intent-kinds.ts'
import type { OrderIntentStep } from '#shared/ipc/order-intent-schemas.ts'
import { i18n } from '#renderer/text/i18n.ts'

type Fact = OrderIntentStep['fact']
type Translate = (key: string, values?: Record<string, unknown>) => string

/** Facts that other parts of the order's page show: the event's text, the order's details or the service's message. */
const factsShownElsewhere = ['status', 'intentId', 'listed', 'reason', 'code', 'confirmedAt', 'stop', 'yen', 'repeats']

function formatFactValue(name: string, value: Fact[string], kind: OrderIntentKind, t: Translate): string {
  if (value === null) return '—'
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  const status = `common.status.${kind === 'order' ? 'server' : 'domain'}.${value}`
  return name === 'becomes' && i18n.global.te(status) ? t(status) : String(value)
}

/** Returns what the user recorded. Null for any other event. */
function decisionTextKey({ happened, repeat }: Fact): string | null {
  if (typeof happened !== 'boolean' || typeof repeat !== 'boolean') return null
  if (happened) return 'orders.decision.accepted'
  return repeat ? 'orders.decision.orderedAgain' : 'orders.decision.notAccepted'
}

/** Returns the facts of an event as texts. A fact without a text is shown as stored. */
export function formatOrderEventFacts(fact: Fact, t: Translate, kind: OrderIntentKind): string[] {
  const seen = fact['listed'] === undefined ? [] : [t(fact['listed'] ? 'orders.fact.listed' : 'orders.fact.notListed')]
  const hold = fact['reason'] === 'no_money' ? 'orders.heldForBalance.title' : `orders.hold.${fact['reason']}.title`
  const why = i18n.global.te(hold) ? [t(hold)] : []
  const decision = decisionTextKey(fact)
  const rest = Object.entries(fact)
    .filter(
      ([name, value]) =>
        !factsShownElsewhere.includes(name) &&
        !(decision !== null && (name === 'happened' || name === 'repeat')) &&
        value !== null &&
        !(name === 'attempt' && value === 1) &&
        !(name === 'mayStillArrive' && value === false),
    )
    .map(([name, value]) => {
      const whenTrue = `orders.trueFact.${name}`
      if (value === true && i18n.global.te(whenTrue)) return t(whenTrue)
      const key = `orders.fact.${name}`
      const word = formatFactValue(name, value, kind, t)
      return i18n.global.te(key) ? t(key, { value: word }) : `${name}: ${word}`
    })
  return [...why, ...seen, ...(decision === null ? [] : [t(decision)]), ...rest]
}
