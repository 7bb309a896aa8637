import type { z } from 'zod'

/**
 * The codes of invalid inputs, except those of DNS records. The renderer has one text per code. `other`: issues
 * without a specific text.
 */
export const inputIssueCodes = [
  'missing',
  'tooShort',
  'tooLong',
  'tooSmall',
  'tooBig',
  'tooFew',
  'tooMany',
  'wrongForm',
  'notOffered',
  'other',
  // an API key
  'keyCharacters',
  'keyTooLong',
  'keyTestedWithOtherBaseUrl',
  'labelTaken',
  'keyGivenTwice',
  // accounts that the user wants to merge
  'sameAccount',
  'otherService',
  'otherProxy',
  // the proxy of an account
  'proxyForm',
  'proxyScheme',
  'proxyCredentialsInUrl',
  'proxyNeedsTls',
  'proxyUserForm',
  'proxyUserMissing',
  'proxyPasswordForm',
  'proxyPasswordAgain',
  // an item of an order
  'cannotBeBought',
  // the tags of a domain or server
  'tooManyTags',
  'joinedAnnotationTooLong',
] as const
export type InputIssueCode = (typeof inputIssueCodes)[number]

/**
 * One entry of `details.issues` of an `invalid_input` error. `path`: the field, such as `keys.0.label`; empty when the
 * issue concerns the whole input. `values`: placeholders of the code's text.
 */
export interface InputIssue {
  path: string
  code: InputIssueCode
  values: Record<string, string | number>
  message: string
}

export function createInputIssue(
  path: string,
  code: InputIssueCode,
  message: string,
  values: InputIssue['values'] = {},
): InputIssue {
  return { path, code, values, message }
}

type SchemaIssue = z.core.$ZodIssue

const tooLittle: Record<string, InputIssueCode> = { string: 'tooShort', array: 'tooFew' }
const tooMuch: Record<string, InputIssueCode> = { string: 'tooLong', array: 'tooMany' }

function toIssueCode(issue: SchemaIssue): [InputIssueCode, InputIssue['values']?] {
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? ['missing']
        : [tooLittle[issue.origin] ?? 'tooSmall', { min: Number(issue.minimum) }]
    case 'too_big':
      return [tooMuch[issue.origin] ?? 'tooBig', { max: Number(issue.maximum) }]
    case 'invalid_type':
    case 'invalid_format':
      return ['wrongForm']
    case 'invalid_value':
      return ['notOffered']
    default:
      return ['other']
  }
}

/** Converts the issues of a zod error. */
export function toInputIssues(error: z.ZodError): InputIssue[] {
  return error.issues.map((issue) => {
    const [code, values] = toIssueCode(issue)
    return createInputIssue(issue.path.map(String).join('.'), code, issue.message, values)
  })
}
