import type { ServiceErrorCode } from '#shared/api/service-errors.ts'
import { AppError, isAppError } from '#shared/app-error.ts'
import { isKeyError, isServerErrorStatus } from '#shared/api/error-predicates.ts'
import type { QuoteProblem } from '#shared/ipc/quote-and-offer-schemas.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { BalanceHintTracker } from '#main/orders/reports/balance-hints-from-refusals-and-payments.ts'
import { isInsufficientBalanceError } from '#main/orders/is-insufficient-balance-error.ts'
import { buildPaidEndpointCall } from '#main/orders/build-paid-endpoint-call.ts'
import { redactAuthCodeInError } from '#main/orders/redact-auth-code-in-error.ts'
import { findUnpayableReason } from '#main/orders/availability-and-prices/remove-unpayable-prices.ts'
import type { QuoteRowWithIntentData } from './fetch-and-price-quote-rows.ts'
import { createQuoteProblem, createUnpayableProblem } from './price-order-item.ts'

export interface SendOrderDryRunDeps {
  api: Pick<ApiClient, 'call' | 'usableKeys'>
  balance: BalanceHintTracker
}

/** Refusal codes with a specific problem reason. Any other refusal is shown with the service's message. */
const problemByCode: Partial<Record<ServiceErrorCode, QuoteProblem>> = {
  PLAN_NOT_AVAILABLE: 'plan_not_available',
  PREMIUM_NOT_SUPPORTED: 'premium',
  DOMAIN_NOT_ACTIVE: 'not_active',
}

/**
 * Asks the service for the price of a priced row by a dry run, and writes the result into the row. A dry run makes
 * every check that precedes a charge (`dry_run`; API description, sections "Server signup and contracts" and "Domain
 * API"). If a key cannot be used, or the service refuses it, the next key is tried. An error about the row itself takes
 * precedence over an error about a key. Throws `cancelled`.
 */
export async function sendOrderDryRun(
  { api, balance }: SendOrderDryRunDeps,
  entry: QuoteRowWithIntentData,
  authCode: string | null,
  signal: AbortSignal,
): Promise<void> {
  const { item, yen, expiryDate } = entry.row
  if (yen === null) throw new AppError('bug', 'A line without a price is not tried')
  const { accountId } = item
  const { endpoint, input } = buildPaidEndpointCall(item, { yen, expiryDate, authCode })
  let refused: AppError | null = null
  for (const { id: keyId } of api.usableKeys(accountId, endpoint, input).keys) {
    try {
      const { data, readAt } = await api.call({
        accountId,
        endpoint,
        input: { ...input, dry_run: true } as never,
        keyId,
        priority: 'interactive',
        signal,
      })
      if (data.dry_run !== true)
        throw new AppError('unknown_shape', 'The answer to a dry run does not say that it was one')
      const unpayable = findUnpayableReason([data.total_price], data['currency'])
      if (unpayable) {
        entry.row = {
          ...entry.row,
          yen: null,
          yenPerYear: null,
          regularYen: null,
          problem: createUnpayableProblem(unpayable),
        }
        return
      }
      const total = data.total_price ?? yen
      const years = item.kind === 'renew' || item.kind === 'acquire' ? item.years : 1
      entry.keyId = keyId
      entry.row = {
        ...entry.row,
        yen: total,
        yenPerYear: entry.row.yenPerYear === null ? null : Math.round(total / years),
        isDryRun: true,
        pricedAt: readAt,
      }
      return
    } catch (error) {
      if (!isAppError(error) || error.kind === 'cancelled') throw error
      const isOfKey = isKeyError(error)
      refused = isOfKey ? (refused ?? error) : error
      if (!isOfKey) break
    }
  }
  const error = refused ?? new AppError('no_key', 'No key of the account may do this')
  if (isInsufficientBalanceError(error)) balance.recordBalanceRefusal(accountId, yen)
  entry.row = {
    ...entry.row,
    problem: createQuoteProblem(toProblemReason(error), redactAuthCodeInError(error, authCode)),
  }
}

function toProblemReason({ kind, code, status }: AppError): QuoteProblem {
  if (kind !== 'service' || status === undefined || isServerErrorStatus(status)) return 'data_not_read'
  return problemByCode[code as ServiceErrorCode] ?? 'refused'
}
