/** The rules of Whois fields (API description, sections "Whois" and "Domain API"). */
export const whoisFieldNames = [
  'organization_name',
  'first_name',
  'last_name',
  'postal_code',
  'state_province',
  'city',
  'address1',
  'address2',
  'email',
  'phone',
  'fax',
  'country',
  'role',
] as const
export type WhoisFieldName = (typeof whoisFieldNames)[number]

/** Fields that may be empty while Whois privacy is off. The other nine must not be empty then. */
export const whoisFieldsThatMayBeEmpty: readonly WhoisFieldName[] = ['organization_name', 'address2', 'fax', 'role']

/** Names and address parts are written in Latin letters. */
export const asciiOnlyWhoisFields: readonly WhoisFieldName[] = [
  'organization_name',
  'first_name',
  'last_name',
  'state_province',
  'city',
  'address1',
  'address2',
]

const latin = /^[\x20-\x7e]*$/
/**
 * `+81.` followed by digits. The API description states no format for fax numbers (API description, section "Whois").
 */
const phone = /^\+81\.\d+$/

export const whoisErrorCodes = ['whoisFieldMissing', 'whoisFieldEmpty', 'whoisFieldNotLatin', 'whoisPhoneForm'] as const

export interface WhoisProblem {
  field: WhoisFieldName
  code: (typeof whoisErrorCodes)[number]
  message: string
}

/**
 * Returns the problems of a set of fields. `isPublic`: privacy is off, so all 13 fields are required, and nine of them
 * must not be empty. With privacy on, only the given fields are checked.
 */
export function findWhoisProblems(fields: Partial<Record<string, string>>, isPublic: boolean): WhoisProblem[] {
  const problems: WhoisProblem[] = []
  for (const field of whoisFieldNames) {
    const value = fields[field]
    if (value === undefined) {
      if (isPublic) problems.push({ field, code: 'whoisFieldMissing', message: 'needed while privacy is off' })
    } else if (value === '') {
      if (isPublic && !whoisFieldsThatMayBeEmpty.includes(field))
        problems.push({ field, code: 'whoisFieldEmpty', message: 'must not be empty while privacy is off' })
    } else if (asciiOnlyWhoisFields.includes(field) && !latin.test(value)) {
      problems.push({ field, code: 'whoisFieldNotLatin', message: 'Latin letters, digits and symbols only' })
    } else if (field === 'phone' && !phone.test(value)) {
      problems.push({ field, code: 'whoisPhoneForm', message: 'must look like +81.312345678' })
    }
  }
  return problems
}
