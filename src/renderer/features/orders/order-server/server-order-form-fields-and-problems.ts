import { requestFieldRules } from '#shared/api/service-limits.ts'
import { type OrderItem, orderItemSchema } from '#shared/ipc/order-items.ts'

export interface ServerOrderDraft {
  planId: string | null
  months: number | null
  serverId: string
  autoRenew: boolean
  partnerCode: string
}

export interface ServerOrderProblems {
  plan: boolean
  serverId: boolean
  partnerCode: boolean
}

export function createEmptyServerOrderDraft(): ServerOrderDraft {
  // The service's default for auto-renew is on. The value is always sent explicitly.
  return { planId: null, months: null, serverId: '', autoRenew: true, partnerCode: '' }
}

/**
 * Returns the fields of the draft that the service would reject (API description, section "Server signup and
 * contracts").
 */
export function findServerOrderProblems({
  planId,
  months,
  serverId,
  partnerCode,
}: ServerOrderDraft): ServerOrderProblems {
  const code = partnerCode.trim()
  return {
    plan: planId === null || months === null,
    serverId: !requestFieldRules.serverId.pattern.test(serverId),
    partnerCode:
      code !== '' &&
      (code.length > requestFieldRules.partnerCode.max || !requestFieldRules.partnerCode.pattern.test(code)),
  }
}

/** Null while a field is missing or invalid. */
export function toServerOrderItem(
  accountId: string | null,
  { planId, months, serverId, autoRenew, partnerCode }: ServerOrderDraft,
): OrderItem | null {
  const parsed = orderItemSchema.safeParse({
    kind: 'order',
    accountId,
    planId,
    months,
    serverId,
    autoRenew,
    partnerCode: partnerCode.trim() || null,
  })
  return parsed.success ? parsed.data : null
}
