import type { DetectedChange } from '#shared/ipc/detected-changes.ts'
import { orderIntentFilterSchema } from '#shared/ipc/order-intent-schemas.ts'
import { listPossibleRenewedExpiries } from '#shared/renewal-expiry.ts'
import type { IntentViewQueries } from '#main/orders/query-intent-views.ts'

/**
 * Maximum number of renewals of one domain that are searched, the newest first. At most ten of them can have led to a
 * date in the future; the others may have been declined.
 */
const maxRenewals = 20

const none = { sentOrder: null, areRenewalsUnread: false }

/**
 * Returns the renewal that this app sent and that leads to the detected expiry of the domain: the newest that was
 * accepted, else the newest of unknown outcome, also one that the user recorded as not accepted. `accountIds`: the
 * accounts that may have sent it.
 */
export function findSentRenewalOfDetectedExpiryChange(
  intents: Pick<IntentViewQueries, 'page' | 'mayHaveBeenExecuted'>,
  { kind, name, values, detectedAt }: Pick<DetectedChange, 'kind' | 'name' | 'values' | 'detectedAt'>,
  accountIds: readonly string[],
): Pick<DetectedChange, 'sentOrder' | 'areRenewalsUnread'> {
  if (kind !== 'domain' || values.field !== 'expiry' || values.after === null) return none
  const filter = orderIntentFilterSchema.parse({ accountIds, kinds: ['renew'], target: name })
  const page = { sort: 'createdAt', isDescending: true, offset: 0, limit: maxRenewals } as const
  const rows = pageOrNull(intents, filter, page)
  if (rows === null) return { sentOrder: null, areRenewalsUnread: true }
  const renewals = rows.filter(
    ({ id, item, state, status, sentAt, expiryDate }) =>
      item.kind === 'renew' &&
      // Such a repeat of a renewal was not executed.
      status !== 'already_ordered' &&
      ['sent', 'unsettled', 'done', 'abandoned'].includes(state) &&
      sentAt !== null &&
      sentAt <= detectedAt &&
      expiryDate !== null &&
      listPossibleRenewedExpiries(expiryDate, item.years).includes(values.after ?? '') &&
      // Cancelled after each of its requests was refused.
      (state !== 'abandoned' || intents.mayHaveBeenExecuted(id)),
  )
  const renewal = renewals.find(({ state }) => state === 'done') ?? renewals[0]
  if (!renewal) return none
  const certaintyOfAccepted = renewal.acceptanceSource === 'response' ? 'confirmed' : 'inferred'
  return {
    sentOrder: {
      intentId: renewal.id,
      at: renewal.sentAt ?? renewal.createdAt,
      certainty: renewal.state === 'done' ? certaintyOfAccepted : 'unknown_outcome',
    },
    areRenewalsUnread: false,
  }
}

function pageOrNull(intents: Pick<IntentViewQueries, 'page'>, ...query: Parameters<IntentViewQueries['page']>) {
  try {
    return intents.page(...query).rows
  } catch {
    // The detected changes themselves do not depend on the journal.
    return null
  }
}
