import { builtInTemplateIds, builtInTemplates } from '#shared/dns/templates/built-in-templates.ts'
import type { TemplateContent } from '#shared/dns/templates/zone-template.ts'
import type { OwnTemplate } from '#shared/ipc/zone-templates.ts'
import { formatTemplateName } from '#renderer/features/change-plans/format-zone-template-name.ts'

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
