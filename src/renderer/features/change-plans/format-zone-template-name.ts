import type { TemplateOfPlan } from '#shared/ipc/zone-templates.ts'

/** Returns the name that the user gave a template, or the text of a built-in template. */
export function formatTemplateName({ id, name }: TemplateOfPlan, t: (key: string) => string): string {
  return name ?? t(`templates.builtIn.${id.replace('builtin:', '')}.name`)
}
