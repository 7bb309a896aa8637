import type { TemplateVariable } from '#shared/dns/templates/zone-template.ts'

/** The values that a form begins with. A value that was already typed for a variable of the same name is kept. */
export function createInitialVariableValues(
  variables: readonly TemplateVariable[],
  typed: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(variables.map(({ name, default: offered }) => [name, typed[name] || offered]))
}

/** Returns the values of a form that differ from those that its template offers. */
export function filterTypedVariableValues(
  variables: readonly TemplateVariable[],
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const offered = createInitialVariableValues(variables, {})
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== (offered[name] ?? '')))
}
