import { z } from 'zod'
import { recordTypes } from '#shared/api/dns-record-schemas.ts'
import { requestFieldRules } from '#shared/api/service-limits.ts'

/** What a variable holds, which decides how its value is checked. */
export const templateVariableKinds = [
  'ipv4',
  'ipv6',
  'host',
  'priority',
  'mail_address',
  'selector',
  'dkim_key',
  'text',
] as const
export type TemplateVariableKind = (typeof templateVariableKinds)[number]

/** Every template has this variable: the domain that the template is applied to. */
export const domainTemplateVariable = 'domain'

const { dnsContent, dnsTtl, dnsPriority } = requestFieldRules
const variableNameSchema = z
  .string()
  .max(32)
  .regex(/^[a-z][a-z0-9_]*$/)

export const templateVariableSchema = z.object({
  name: variableNameSchema.refine((name) => name !== domainTemplateVariable),
  kind: z.enum(templateVariableKinds),
  /** A record that needs an optional variable without a value is left out. */
  isOptional: z.boolean(),
  /** Offered as the value; empty for none. */
  default: z.string().max(dnsContent.max),
})
export type TemplateVariable = z.infer<typeof templateVariableSchema>

/** A record in which `{name}` is replaced by the value of a variable. */
export const templateRecordSchema = z.object({
  type: z.enum(recordTypes),
  host: z.string().min(1).max(253),
  content: z
    .string()
    .min(1)
    .max(2 * dnsContent.max),
  ttl: z.number().int().min(dnsTtl.min).max(dnsTtl.max),
  priority: z.union([
    z.number().int().min(dnsPriority.min).max(dnsPriority.max),
    z.string().regex(/^\{[a-z][a-z0-9_]*\}$/),
  ]),
  /** The record is left out if this variable has a value: another record then takes its place. */
  unless: variableNameSchema.optional(),
})
export type TemplateRecord = z.infer<typeof templateRecordSchema>

export const templateContentSchema = z.object({
  variables: z
    .array(templateVariableSchema)
    .max(50)
    .refine((variables) => new Set(variables.map(({ name }) => name)).size === variables.length),
  records: z.array(templateRecordSchema).min(1).max(5_000),
})
/** The records of a template, and the variables that they need beside the domain. */
export type TemplateContent = z.infer<typeof templateContentSchema>
