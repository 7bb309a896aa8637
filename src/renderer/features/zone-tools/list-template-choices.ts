import { builtInTemplateIds, builtInTemplates } from '#shared/dns/templates/built-in-templates.ts'
import type { TemplateContent, TemplateVariable } from '#shared/dns/templates/zone-template.ts'
import type { OwnTemplate } from '#shared/ipc/zone-templates.ts'
import { formatTemplateName } from '#renderer/features/plans/format-template-name.ts'

type Translate = (key: string) => string

/** A template to choose. `own`: a template of the user, which can be renamed and deleted. */
export interface TemplateChoice {
  id: string
  name: string
  description: string
  content: TemplateContent
  own: OwnTemplate | null
}

/** Returns the built-in templates, then those of the user. */
export function listTemplateChoices(own: readonly OwnTemplate[], t: Translate): TemplateChoice[] {
  return [
    ...builtInTemplateIds.map((id) => ({
      id,
      name: formatTemplateName({ id, name: null }, t),
      description: t(`templates.builtIn.${id.replace('builtin:', '')}.description`),
      content: builtInTemplates[id],
      own: null,
    })),
    ...own.map((template) => {
      const { id, name, description, variables, records } = template
      return { id, name, description, content: { variables, records }, own: template }
    }),
  ]
}

/** The values that a form begins with. A value that was already typed for a variable of the same name is kept. */
export function createInitialVariableValues(
  variables: readonly TemplateVariable[],
  typed: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(variables.map(({ name, default: offered }) => [name, typed[name] || offered]))
}
