import { z } from 'zod'
import { domainNameSchema } from '#shared/api/domain-schemas.ts'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import { idSchema } from './common-schemas.ts'

const { years, serverId, planId, period, partnerCode, nameserversAtAcquisition } = requestFieldRules

/** What the user wants to buy, without secrets. `name` is in Punycode. */
export const orderItemSchema = z.discriminatedUnion('kind', [
  z.object({
    /** An order of a new server. */
    kind: z.literal('order'),
    accountId: idSchema,
    planId: z.string().min(1).max(planId.max),
    months: z.number().int().min(period.min).max(period.max),
    serverId: z.string().regex(serverId.pattern),
    autoRenew: z.boolean(),
    partnerCode: z.string().max(partnerCode.max).regex(partnerCode.pattern).nullable(),
  }),
  z.object({
    kind: z.literal('acquire'),
    accountId: idSchema,
    name: domainNameSchema,
    years: z.number().int().min(years.min).max(years.max),
    /** Null: the service's own name servers. */
    nameservers: z
      .array(z.string().min(1).max(nameserversAtAcquisition.maxLength))
      .max(nameserversAtAcquisition.max)
      .nullable(),
  }),
  z.object({ kind: z.literal('transfer'), accountId: idSchema, name: domainNameSchema }),
  z.object({
    kind: z.literal('renew'),
    accountId: idSchema,
    name: domainNameSchema,
    years: z.number().int().min(years.min).max(years.max),
  }),
])
export type OrderItem = z.infer<typeof orderItemSchema>

/** Domain name in Punycode, or server ID. */
export function getOrderItemTarget(item: OrderItem): string {
  return item.kind === 'order' ? item.serverId : item.name
}
