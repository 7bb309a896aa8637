import type { AppliedTemplate } from '#shared/ipc/templates.ts'

/** The name of a template: that of the user, or the text of a built-in one. */
export function formatTemplateName({ id, name }: AppliedTemplate, t: (key: string) => string): string {
  return name ?? t(`templates.builtIn.${id.replace('builtin:', '')}.name`)
}
