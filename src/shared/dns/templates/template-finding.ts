import type { RecordFinding } from '#shared/dns/record-rules/record-finding-codes.ts'

/** What can be wrong with a variable of a template. All are errors. */
export const templateVariableFindingCodes = [
  'missing',
  'undeclared',
  'control',
  'ipv4',
  'ipv6',
  'host',
  'priority',
  'mailAddress',
  'selector',
  'dkimKey',
] as const
export type TemplateVariableFindingCode = (typeof templateVariableFindingCodes)[number]

/** `values`: placeholders of the code's text. */
export interface TemplateVariableFinding {
  subject: 'variable'
  name: string
  code: TemplateVariableFindingCode
  values: Record<string, string | number>
}

/** A rule that a record breaks after its variables were filled in. `position`: the index of the template's record. */
export interface TemplateRecordFinding {
  subject: 'record'
  position: number
  finding: RecordFinding
}

export type TemplateFinding = TemplateVariableFinding | TemplateRecordFinding

/** Returns true if a finding forbids applying the template. */
export function isTemplateError(finding: TemplateFinding): boolean {
  return finding.subject === 'variable' || finding.finding.severity === 'error'
}
