import { z } from 'zod'
import { whoisFieldsSchema } from '#shared/api/domain-schemas.ts'
import { recordChangeSchema } from './dns.ts'

/** The fields of Whois that can be changed. */
export const whoisFieldsAndPrivacySchema = z.object({ whois_privacy: z.boolean(), fields: whoisFieldsSchema })
export type WhoisFieldsAndPrivacy = z.infer<typeof whoisFieldsAndPrivacySchema>

/** One change of a domain, which is one call. `before`: the values that the plan is based on. */
export const domainChangeSchema = z.discriminatedUnion('kind', [
  ...recordChangeSchema.options,
  z.object({ kind: z.literal('nameservers'), before: z.array(z.string()), after: z.array(z.string()) }),
  z.object({ kind: z.literal('lock'), before: z.boolean(), after: z.boolean() }),
  z.object({
    kind: z.literal('whois'),
    before: whoisFieldsAndPrivacySchema,
    /** Only the values that are sent. */
    after: z.object({ whois_privacy: z.boolean().optional(), fields: whoisFieldsSchema.optional() }),
  }),
])
export type DomainChange = z.infer<typeof domainChangeSchema>

export const domainChangeKinds = [
  'add',
  'change',
  'delete',
  'nameservers',
  'lock',
  'whois',
] as const satisfies readonly DomainChange['kind'][]
