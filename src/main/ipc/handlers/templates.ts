import type { HandlersOf } from '#main/ipc/handler-types.ts'
import type { TemplateStore } from '#main/plans/template-store.ts'

export function createTemplatesHandlers({ templates }: { templates: TemplateStore }): HandlersOf<'templates'> {
  return {
    'templates.list': () => templates.list(),
    'templates.save': (template) => templates.save(template),
    'templates.remove'({ templateId }) {
      templates.remove(templateId)
      return null
    },
  }
}
