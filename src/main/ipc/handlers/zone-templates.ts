import type { HandlersOf } from '#main/ipc/handler-types.ts'
import type { ZoneTemplateStore } from '#main/plans/zone-template-store.ts'

export function createZoneTemplatesHandlers({ templates }: { templates: ZoneTemplateStore }): HandlersOf<'templates'> {
  return {
    'templates.list': () => templates.list(),
    'templates.save': (template) => templates.save(template),
    'templates.remove'({ templateId }) {
      templates.remove(templateId)
      return null
    },
  }
}
