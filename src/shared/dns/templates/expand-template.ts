import { requestFieldRules } from '#shared/api/service-limits.ts'
import type { DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import { checkRecord, normalizeRecordInput } from '#shared/dns/record-rules/check-record.ts'
import type { Idna } from '#shared/idna-interface.ts'
import { checkTemplateVariable, normalizeTemplateVariable } from './normalize-and-check-template-variable-value.ts'
import { fillPlaceholders, findPlaceholderNames } from './placeholders.ts'
import { isTemplateError, type TemplateFinding, type TemplateVariableFinding } from './template-finding.ts'
import { domainTemplateVariable, type TemplateContent, type TemplateRecord } from './zone-template.ts'

export interface ExpandedTemplate {
  /** The records without an error, in the order of the template. */
  records: DnsRecordFields[]
  findings: TemplateFinding[]
}

/** Findings that need the whole zone. A template is only a part of a zone, so these findings are left out. */
const zoneQuestions: readonly string[] = ['targetMissing', 'targetCname']

/**
 * Returns the records of a template for one domain, in Punycode. `variables`: the values as typed; a default applies
 * only where the caller passes it. A template is applied only if no finding is an error (`isTemplateError`).
 */
export function expandTemplate(
  template: TemplateContent,
  variables: Readonly<Record<string, string>>,
  domain: string,
  idna: Idna,
): ExpandedTemplate {
  const values = normalizeVariables(template, variables, domain, idna)
  const used = template.records
    .map((record, position) => ({ record, position, names: namesInRecord(record) }))
    .filter(({ record, names }) => !isLeftOut(template, record, names, values))
  const findings: TemplateFinding[] = checkVariables(
    template,
    values,
    new Set(used.flatMap(({ names }) => names)),
    idna,
  )
  const wrong = new Set(findings.flatMap((finding) => (finding.subject === 'variable' ? finding.name : [])))
  const records: DnsRecordFields[] = []
  for (const { record, position, names } of used) {
    if (names.some((name) => wrong.has(name))) continue
    const filled = normalizeRecordInput(fillRecord(record, values), idna)
    const zone = records.map((other, id) => ({ ...other, id }))
    const found = checkRecord(filled, null, { domain, zone, idna })
      .filter(({ code }) => !zoneQuestions.includes(code))
      .map((finding): TemplateFinding => ({ subject: 'record', position, finding }))
    findings.push(...found)
    if (!found.some(isTemplateError)) records.push(filled)
  }
  return { records, findings }
}

/** Values that are not empty, by name. */
function normalizeVariables(
  template: TemplateContent,
  variables: Readonly<Record<string, string>>,
  domain: string,
  idna: Idna,
): Map<string, string> {
  const given = template.variables
    .map(({ name, kind }) => [name, normalizeTemplateVariable(kind, variables[name] ?? '', idna)] as const)
    .filter(([, value]) => value !== '')
  return new Map([...given, [domainTemplateVariable, domain]])
}

function namesInRecord({ host, content, priority }: TemplateRecord): string[] {
  return findPlaceholderNames(`${host}\n${content}\n${priority}`)
}

function isLeftOut(
  { variables }: TemplateContent,
  { unless }: TemplateRecord,
  names: readonly string[],
  values: ReadonlyMap<string, string>,
): boolean {
  const isWithoutOptional = variables.some(
    ({ name, isOptional }) => isOptional && names.includes(name) && !values.has(name),
  )
  return isWithoutOptional || (unless !== undefined && values.has(unless))
}

/** Checks the variables that the records need. */
function checkVariables(
  { variables }: TemplateContent,
  values: ReadonlyMap<string, string>,
  needed: ReadonlySet<string>,
  idna: Idna,
): TemplateVariableFinding[] {
  const declared = variables.map(({ name }) => name)
  const undeclared = [...needed].filter((name) => name !== domainTemplateVariable && !declared.includes(name))
  return [
    ...undeclared.map((name) => createVariableFinding(name, 'undeclared')),
    ...variables.flatMap(({ name, kind }) => {
      if (!needed.has(name)) return []
      const value = values.get(name)
      const code = value === undefined ? 'missing' : checkTemplateVariable(kind, value, idna)
      return code === null ? [] : [createVariableFinding(name, code)]
    }),
  ]
}

function createVariableFinding(name: string, code: TemplateVariableFinding['code']): TemplateVariableFinding {
  const { min, max } = requestFieldRules.dnsPriority
  return { subject: 'variable', name, code, values: { name, ...(code === 'priority' && { min, max }) } }
}

function fillRecord(record: TemplateRecord, values: ReadonlyMap<string, string>): DnsRecordFields {
  const { type, host, content, ttl, priority } = record
  return {
    type,
    host: fillPlaceholders(host, values),
    content: fillPlaceholders(content, values),
    ttl,
    priority: typeof priority === 'number' ? priority : Number(fillPlaceholders(priority, values)),
  }
}
