import { AppError } from '#shared/app-error.ts'
import { compareInNaturalOrder } from '#shared/compare-in-natural-order.ts'
import { templateContentSchema, type TemplateContent } from '#shared/dns/templates/zone-template.ts'
import type { OwnTemplate } from '#shared/ipc/zone-templates.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'

/** The zone templates of the user. Every function throws `database_damaged` for a template that cannot be read. */
export interface ZoneTemplateStore {
  /** Sorted by name. */
  list(): OwnTemplate[]
  /** Adds a template (`id` null) or replaces one. Throws `not_found`. */
  save(template: Omit<OwnTemplate, 'id' | 'savedAt'> & { id: string | null }): OwnTemplate
  /** Throws `not_found`. */
  remove(templateId: string): void
}

interface TemplateRow {
  id: string
  name: string
  description: string
  content: string
  savedAt: number
}

const columns = 'id, name, description, content, saved_at as "savedAt"'

export function createZoneTemplateStore({
  database,
  clock,
  newId,
}: {
  database: Database
  clock: Clock
  newId: () => string
}): ZoneTemplateStore {
  return {
    list: () =>
      database
        .all<TemplateRow>(`select ${columns} from zone_template`)
        .map((row) => templateFromRow(row, database.path))
        .sort((one, other) => compareInNaturalOrder(one.name, other.name) || one.savedAt - other.savedAt),
    save({ id, name, description, variables, records }) {
      const template: OwnTemplate = { id: id ?? newId(), name, description, variables, records, savedAt: clock.now() }
      const content: TemplateContent = { variables, records }
      const values = [name, description, JSON.stringify(content), template.savedAt, template.id] as const
      const { changes } = database.run(
        id === null
          ? 'insert into zone_template (name, description, content, saved_at, id) values (?, ?, ?, ?, ?)'
          : 'update zone_template set name = ?, description = ?, content = ?, saved_at = ? where id = ?',
        ...values,
      )
      if (changes === 0) throw templateNotFound(template.id)
      return template
    },
    remove(templateId) {
      const { changes } = database.run('delete from zone_template where id = ?', templateId)
      if (changes === 0) throw templateNotFound(templateId)
    },
  }
}

function templateFromRow({ content, ...row }: TemplateRow, path: string): OwnTemplate {
  const { data } = templateContentSchema.safeParse(parseJsonOrNull(content))
  // Leaving the template out would hide that it is lost.
  if (!data) throw new AppError('database_damaged', `The template “${row.name}” cannot be read`, { details: { path } })
  return { ...row, ...data }
}

function templateNotFound(templateId: string): AppError {
  return new AppError('not_found', 'The template does not exist', { details: { templateId } })
}
