import { z } from 'zod'
import { responseExpiryDateSchema } from './normalize-service-date.ts'
import { requestFieldRules } from './service-limits.ts'
import { whoisFieldNames } from './whois-rules.ts'

const { domainName } = requestFieldRules

/** The statuses that the API description lists. Responses may have others. API description, section "Domain status". */
export const domainStatuses = [
  'active',
  'expired',
  'transferring',
  'transfer_action_required',
  'pending_create',
] as const
export type DomainStatus = (typeof domainStatuses)[number]

/** The reasons why a name cannot be acquired. API description, section "Availability and prices". */
export const domainUnavailableReasons = [
  'registered',
  'unsupported_tld',
  'invalid_name',
  'external_conflict',
  'premium',
] as const
export type DomainUnavailableReason = (typeof domainUnavailableReasons)[number]

const punycodeNamePattern = /^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/

/** A domain name as the service accepts it: in Punycode, never in the Japanese form. */
export const domainNameSchema = z
  .string()
  .min(1)
  .max(domainName.max)
  .regex(punycodeNamePattern, 'a domain name in Punycode')

export const serviceDateSchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'YYYY-MM-DD')

/** A domain in the list. API description, section "Domain". */
export const domainListItemSchema = z.looseObject({
  domain_name: z.string(),
  /** `YYYY-MM-DD`; null while it is not determined. */
  expiry_date: responseExpiryDateSchema,
  status: z.string(),
  /** Null for names that are not Japanese. */
  decoded_domain: z.string().nullable().optional(),
})
export type DomainListItem = z.infer<typeof domainListItemSchema>

export const domainDetailSchema = z.looseObject({
  domain_name: z.string(),
  expiry_date: responseExpiryDateSchema,
  status: z.string(),
  auto_renew: z.boolean().optional(),
  epp_statuses: z.array(z.string()).optional(),
  decoded_domain: z.string().nullable().optional(),
})
export type DomainDetail = z.infer<typeof domainDetailSchema>

export const nameserversSchema = z.looseObject({ nameservers: z.array(z.string()) })
export type Nameservers = z.infer<typeof nameserversSchema>

export const whoisSchema = z.looseObject({
  domain_name: z.string().optional(),
  whois_privacy: z.boolean(),
  is_whois_privacy_available: z.boolean().optional(),
  locked_by_migration: z.boolean().optional(),
  /** The service may write an empty map as `[]`. */
  fields: z.union([z.record(z.string(), z.string()), z.array(z.never())]).optional(),
  mail_validation_required: z.boolean().optional(),
})
export type Whois = z.infer<typeof whoisSchema>

export const registrarLockSchema = z.looseObject({
  domain_name: z.string().optional(),
  locked: z.boolean(),
  locked_by_migration: z.boolean().optional(),
  unlock_blocked: z.boolean().optional(),
  /** The domain is unlocked now. Once locked, only a cancellation request can unlock it. */
  warn_on_lock: z.boolean().optional(),
})
export type RegistrarLock = z.infer<typeof registrarLockSchema>

/** Yen, tax included; null where the operation is not offered for the TLD. */
export const domainOperationPricesSchema = z.looseObject({
  /** Price of the first year. */
  register: z.number().int().nullable().optional(),
  /** Price per year. */
  renew: z.number().int().nullable().optional(),
  transfer: z.number().int().nullable().optional(),
  currency: z.string().optional(),
  campaign_applied: z.boolean().optional(),
})
export type DomainOperationPrices = z.infer<typeof domainOperationPricesSchema>

export const tldPriceRowSchema = z.looseObject({ tld: z.string(), ...domainOperationPricesSchema.shape })
export type TldPriceRow = z.infer<typeof tldPriceRowSchema>

export const availabilitySchema = z.looseObject({
  available: z.boolean(),
  reason: z.string().nullable().optional(),
  reason_message: z.string().nullable().optional(),
  premium: z.boolean().optional(),
  prices: domainOperationPricesSchema.nullable().optional(),
})
export type Availability = z.infer<typeof availabilitySchema>
export const messageResponseSchema = z.looseObject({ message: z.string().optional() })
export const domainNameParam = { domain_name: domainNameSchema }

export const whoisFieldsSchema = z.partialRecord(z.enum(whoisFieldNames), z.string())
export type WhoisFields = z.infer<typeof whoisFieldsSchema>

/** The EPP status of a domain whose registrar lock is on. */
export const registrarLockEppStatus = 'clientTransferProhibited'
