import { z } from 'zod'
import { epochMsSchema, idSchema } from './common-schemas.ts'

export const searchHitSchema = z.object({
  kind: z.enum(['account', 'domain', 'server', 'record']),
  accountId: idSchema,
  /** What to open: the account's id, the domain's name in Punycode, or the server's name. */
  target: z.string(),
  title: z.string(),
  /** The matching text, shortened around the match. */
  detail: z.string(),
  /** Set when `detail` is a name server of the domain, as last read. */
  matchedIn: z.literal('nameserver').optional(),
  /** True if `detail` equals the text and is a tag, a customer or a name server. */
  isExact: z.boolean().optional(),
  /** Set for a gone domain or server, and for records of a gone domain. */
  goneSince: epochMsSchema.nullable().optional(),
})
export type SearchHit = z.infer<typeof searchHitSchema>

/** A customer of the user that a search found by its name. */
export const customerHitSchema = z.object({ name: z.string() })
export type CustomerHit = z.infer<typeof customerHitSchema>
