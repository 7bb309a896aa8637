import type { DetectedChange } from '#shared/ipc/detected-changes.ts'
import { orderIntentFilterSchema } from '#shared/ipc/order-intent-schemas.ts'
import { listPossibleRenewedExpiries } from '#shared/renewal-expiry.ts'
import type { IntentViewQueries } from '#main/orders/query-intent-views.ts'

/**
 * Maximum number of renewals of one domain that are searched, the newest first. At most ten of them can have led to a
 * date in the future; the others may have been declined.
 */
const maxRenewals = 20

/**
 * Returns the renewal that this app sent and that leads to the detected expiry of the domain: the newest that was
 * accepted, else the newest of unknown outcome, also one that the user recorded as not accepted. Null if there is none,
 * or if the journal cannot be read. `accountIds`: the accounts that may have sent it.
 */
export function findSentRenewalOfDetectedExpiryChange(
  intents: Pick<IntentViewQueries, 'page'>,
  { kind, name, values, detectedAt }: Pick<DetectedChange, 'kind' | 'name' | 'values' | 'detectedAt'>,
  accountIds: readonly string[],
): DetectedChange['sentOrder'] {
  if (kind !== 'domain' || values.field !== 'expiry' || values.after === null) return null
  const filter = orderIntentFilterSchema.parse({ accountIds, kinds: ['renew'], target: name })
  const page = { sort: 'createdAt', isDescending: true, offset: 0, limit: maxRenewals } as const
  const renewals = pageOrNone(intents, filter, page).filter(
    ({ item, state, sentAt, expiryDate }) =>
      item.kind === 'renew' &&
      ['sent', 'unsettled', 'done', 'abandoned'].includes(state) &&
      sentAt !== null &&
      sentAt <= detectedAt &&
      expiryDate !== null &&
      listPossibleRenewedExpiries(expiryDate, item.years).includes(values.after ?? ''),
  )
  const renewal = renewals.find(({ state }) => state === 'done') ?? renewals[0]
  if (!renewal) return null
  const certaintyOfAccepted = renewal.acceptanceSource === 'response' ? 'confirmed' : 'inferred'
  return {
    intentId: renewal.id,
    at: renewal.sentAt ?? renewal.createdAt,
    certainty: renewal.state === 'done' ? certaintyOfAccepted : 'unknown_outcome',
  }
}

function pageOrNone(intents: Pick<IntentViewQueries, 'page'>, ...query: Parameters<IntentViewQueries['page']>) {
  try {
    return intents.page(...query).rows
  } catch {
    // The state of the journal is shown elsewhere. The detected changes do not depend on it.
    return []
  }
}
