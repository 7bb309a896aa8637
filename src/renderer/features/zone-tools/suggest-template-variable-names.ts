import type { TemplateVariableCandidate } from '#shared/dns/templates/create-template-from-zone.ts'
import { domainTemplateVariable } from '#shared/dns/templates/zone-template.ts'

/** Variable names by kind of value. The built-in templates use the same names, so the form has labels for them. */
const names: Readonly<Record<TemplateVariableCandidate['kind'], string>> = {
  ipv4: 'server_ipv4',
  ipv6: 'server_ipv6',
  host: 'mail_host',
}

/** Returns a name for each value, each only once. */
export function suggestTemplateVariableNames(values: readonly Pick<TemplateVariableCandidate, 'kind'>[]): string[] {
  const counts = new Map<string, number>()
  return values.map(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count === 1 ? names[kind] : `${names[kind]}_${count}`
  })
}

/** Returns true if the name at the position may be used, beside the other names. */
export function isValidTemplateVariableName(allNames: readonly string[], position: number): boolean {
  const name = allNames[position] ?? ''
  const isForm = /^[a-z][a-z0-9_]{0,31}$/.test(name)
  return isForm && name !== domainTemplateVariable && allNames.indexOf(name) === allNames.lastIndexOf(name)
}
