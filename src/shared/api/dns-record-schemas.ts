import { z } from 'zod'
import { getIpVersionForRecordType, isWrongIpForRecordType } from '#shared/ip-address.ts'
import { requestFieldRules } from './service-limits.ts'

const { dnsHost, dnsContent, dnsTtl, dnsPriority } = requestFieldRules

/** SOA records can be neither read nor changed. API description, section "DNS record". */
export const recordTypes = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS', 'SRV'] as const
export type RecordType = (typeof recordTypes)[number]

export const dnsRecordSchema = z.looseObject({
  id: z.number().int(),
  type: z.string(),
  host: z.string(),
  content: z.string(),
  ttl: z.number().int(),
  priority: z.number().int(),
})
export type DnsRecord = z.infer<typeof dnsRecordSchema>

/** A record to add. TTL and priority have defaults. */
export const newRecordSchema = z.strictObject({
  type: z.enum(recordTypes),
  /** `@` is the apex. */
  host: z.string().min(1).max(dnsHost.max),
  content: z.string().min(1).max(dnsContent.max),
  ttl: z.number().int().min(dnsTtl.min).max(dnsTtl.max).default(dnsTtl.default),
  priority: z.number().int().min(dnsPriority.min).max(dnsPriority.max).default(dnsPriority.default),
})
export type NewRecord = z.infer<typeof newRecordSchema>

/**
 * Adds an issue when the content of an A or AAAA record is not an address of the right version. A change without `type`
 * or `content` is not checked, because the other value is not known here.
 */
export function addWrongIpVersionIssue(
  { type, content }: { type?: string | undefined; content?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (type === undefined || content === undefined || !isWrongIpForRecordType(type, content)) return
  context.addIssue({ code: 'custom', path: ['content'], message: `an IPv${getIpVersionForRecordType(type)} address` })
}
