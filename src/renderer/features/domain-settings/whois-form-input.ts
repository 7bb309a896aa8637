import { whoisFieldNames, type WhoisFieldName } from '#shared/api/whois-rules.ts'
import type { PlanSource } from '#shared/ipc/domain-change-plans.ts'

export type WhoisFormFields = Record<WhoisFieldName, string>

export interface WhoisFormInput {
  /** Null: not chosen, or not part of the form. */
  privacy: boolean | null
  /** Null: not part of the form. */
  fields: WhoisFormFields | null
}

/** Returns the names of the fields in the order of the form: in Japanese, the last name comes first. */
export function getWhoisFieldsInLocaleOrder(locale: string): readonly WhoisFieldName[] {
  if (locale !== 'ja') return whoisFieldNames
  const swapped: Partial<Record<WhoisFieldName, WhoisFieldName>> = { first_name: 'last_name', last_name: 'first_name' }
  return whoisFieldNames.map((field) => swapped[field] ?? field)
}

export function createEmptyWhoisFields(): WhoisFormFields {
  return Object.fromEntries(whoisFieldNames.map((field) => [field, ''])) as WhoisFormFields
}

/** Returns all fields. Those that the service did not return are empty. */
export function fillMissingWhoisFields(
  fields: Readonly<Record<string, string>> | readonly never[] | undefined,
): WhoisFormFields {
  const known = (fields ?? {}) as Readonly<Record<string, string>>
  return {
    ...createEmptyWhoisFields(),
    ...Object.fromEntries(
      whoisFieldNames.flatMap((field) => (known[field] === undefined ? [] : [[field, known[field]]])),
    ),
  }
}

/**
 * The source of a plan with only what differs from `before`; null if nothing differs. `before` null: the form is for a
 * selection of domains, in which an empty field keeps the value of each domain.
 */
export function createWhoisPlanSource(
  before: { privacy: boolean; fields: WhoisFormFields } | null,
  { privacy, fields }: WhoisFormInput,
): Extract<PlanSource, { kind: 'whois' }> | null {
  const changed = Object.fromEntries(
    Object.entries(fields ?? {})
      .map(([field, value]) => [field, value.trim()] as const)
      .filter(([field, value]) => value !== (before?.fields[field as WhoisFieldName] ?? '')),
  )
  const isPrivacyChanged = privacy !== null && privacy !== before?.privacy
  const hasFields = Object.keys(changed).length > 0
  if (!isPrivacyChanged && !hasFields) return null
  return { kind: 'whois', ...(isPrivacyChanged && { privacy }), ...(hasFields && { fields: changed }) }
}
