/** The rules of Whois fields (sections "Whois" and "Domain API"). */
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

/** The four that may stay empty while privacy is off; the other nine may not. */
export const optionalWhoisFields: readonly WhoisFieldName[] = ['organization_name', 'address2', 'fax', 'role']

/** Names and address parts are written in Latin letters. */
export const whoisLatinFields: readonly WhoisFieldName[] = [
  'organization_name',
  'first_name',
  'last_name',
  'state_province',
  'city',
  'address1',
  'address2',
]

const latin = /^[\x20-\x7e]*$/
/** `+81.` followed by digits; the document states no form of a fax number. Section "Whois". */
const phone = /^\+81\.\d+$/

export interface WhoisProblem {
  field: WhoisFieldName
  message: string
}

/**
 * What is wrong with a set of fields. `isPublic`: privacy is off, so all 13 keys are needed and nine of them filled;
 * with privacy on, only what is given is looked at.
 */
export function findWhoisProblems(fields: Partial<Record<string, string>>, isPublic: boolean): WhoisProblem[] {
  const problems: WhoisProblem[] = []
  for (const field of whoisFieldNames) {
    const value = fields[field]
    if (value === undefined) {
      if (isPublic) problems.push({ field, message: 'needed while privacy is off' })
    } else if (value === '') {
      if (isPublic && !optionalWhoisFields.includes(field))
        problems.push({ field, message: 'must not be empty while privacy is off' })
    } else if (whoisLatinFields.includes(field) && !latin.test(value)) {
      problems.push({ field, message: 'Latin letters only' })
    } else if (field === 'phone' && !phone.test(value)) {
      problems.push({ field, message: 'must look like +81.312345678' })
    }
  }
  return problems
}
