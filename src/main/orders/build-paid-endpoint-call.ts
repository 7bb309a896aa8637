import type { OrderItem } from '#shared/ipc/order-items.ts'
import { paidEndpointByOrderKind } from '#shared/paid-endpoint-by-order-kind.ts'
import type { PaidEndpointName } from '#main/api/api-client-interface.ts'

/** The confirmed terms of an item, which are sent in its request. */
export interface ConfirmedOrderTerms {
  /** Total price in yen. The service refuses the request when its price differs. */
  yen: number
  /** Renewals: the expiry date for which the price was quoted. */
  expiryDate: string | null
  authCode: string | null
}

export interface PaidEndpointCall {
  endpoint: PaidEndpointName
  input: Record<string, unknown>
}

/**
 * Returns the endpoint and the input for an order item (API description, sections "Server signup and contracts" and
 * "Domain API"). Fields with a default at the service are always sent.
 */
export function buildPaidEndpointCall(
  item: OrderItem,
  { yen, expiryDate, authCode }: ConfirmedOrderTerms,
): PaidEndpointCall {
  return {
    endpoint: paidEndpointByOrderKind[item.kind],
    input: { ...buildItemFields(item, expiryDate, authCode), expected_total_price: yen },
  }
}

function buildItemFields(item: OrderItem, expiryDate: string | null, authCode: string | null): Record<string, unknown> {
  switch (item.kind) {
    case 'order':
      return {
        plan_id: item.planId,
        period: item.months,
        server_id: item.serverId,
        agree_to_terms: true,
        auto_renew: item.autoRenew,
        ...(item.partnerCode !== null && { partner_code: item.partnerCode }),
      }
    case 'acquire':
      return {
        domain_name: item.name,
        years: item.years,
        agree_to_terms: true,
        ...(item.nameservers && { nameservers: item.nameservers }),
      }
    case 'transfer':
      return { domain_name: item.name, auth_code: authCode, agree_to_terms: true }
    case 'renew':
      return { domain_name: item.name, years: item.years, current_expiry_date: expiryDate }
  }
}
