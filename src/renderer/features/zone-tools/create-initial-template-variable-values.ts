import type { TemplateVariable } from '#shared/dns/templates/zone-template.ts'

/** The values that a form begins with. A value that was already typed for a variable of the same name is kept. */
export function createInitialVariableValues(
  variables: readonly TemplateVariable[],
  typed: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(variables.map(({ name, default: offered }) => [name, typed[name] || offered]))
}
