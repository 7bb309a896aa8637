/** Errors: receivers cannot use the record, or the service cannot hold the record. */
export const mailRecordErrorCodes = [
  'long',
  'notSpf',
  'spfUnknownTerm',
  'spfTargetMissing',
  'spfUnexpectedTarget',
  'spfUnexpectedPrefix',
  'spfIp4',
  'spfIp6',
  'spfPrefix',
  'spfDomain',
  'spfRepeatedModifier',
  'spfLookups',
  'tagMalformed',
  'tagRepeated',
  'dkimVersion',
  'dkimKeyMissing',
  'dkimKeyType',
  'dkimKeyBase64',
  'dkimKeyForm',
  'dkimKeyShort',
  'dkimPrivateKey',
  'dkimPasteForm',
  'dmarcVersion',
  'dmarcPolicyMissing',
  'dmarcPolicy',
  'dmarcSubdomainPolicy',
  'dmarcNonexistentPolicy',
  'dmarcAlignment',
  'dmarcChoice',
  'dmarcPercent',
  'dmarcInterval',
  'dmarcReportUri',
  'dmarcFailureOption',
] as const
export type MailRecordErrorCode = (typeof mailRecordErrorCodes)[number]

/** Warnings: the record is valid, but it may not do what was intended. */
export const mailRecordWarningCodes = [
  'tagUnknown',
  'spfAllMissing',
  'spfAllPass',
  'spfAllNeutral',
  'spfAfterAll',
  'spfRedirectIgnored',
  'spfPtr',
  'spfUnknownModifier',
  'spfDuplicate',
  'dkimRevoked',
  'dkimKeyWeak',
  'dkimKeyLong',
  'dkimTesting',
  'dkimService',
  'dkimSha1',
  'dmarcNone',
  'dmarcNoneOfDomain',
  'dmarcReportsMissing',
  'dmarcSubdomainsWeaker',
  'dmarcNonexistentWeaker',
  'dmarcTesting',
  'dmarcSubdomainPolicyUnused',
  'dmarcPercentPartial',
  'dmarcExternalReports',
  'dmarcFailureOptionUnused',
] as const
export type MailRecordWarningCode = (typeof mailRecordWarningCodes)[number]

export type MailRecordFindingCode = MailRecordErrorCode | MailRecordWarningCode

/** One rule that a mail record breaks. `values`: placeholders of the code's text. */
export interface MailRecordFinding {
  code: MailRecordFindingCode
  severity: 'error' | 'warning'
  values: Record<string, string | number>
}

const warnings: ReadonlySet<string> = new Set(mailRecordWarningCodes)

export function createMailRecordFinding(
  code: MailRecordFindingCode,
  values: MailRecordFinding['values'] = {},
): MailRecordFinding {
  return { code, severity: warnings.has(code) ? 'warning' : 'error', values }
}

/** What one part of a record means. `part`: the part as written in the record. `values`: placeholders of the text. */
export interface MailRecordExplanation<Code extends string> {
  part: string
  code: Code
  values: Record<string, string | number>
}
