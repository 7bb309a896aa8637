import { AppError } from '#shared/app-error.ts'
import { compareInNaturalOrder } from '#shared/compare-in-natural-order.ts'
import {
  formPresetContentSchema,
  type FormPreset,
  type FormPresetContent,
  type FormPresetKind,
} from '#shared/ipc/whois-and-nameserver-presets.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'

/** The user's saved values for forms. */
export interface WhoisAndNameserverPresetStore {
  /** Sorted by name. Throws `database_damaged` for a preset that cannot be read. */
  list(kind: FormPresetKind): FormPreset[]
  /** Replaces the preset of the same kind and name. */
  save(name: string, content: FormPresetContent): FormPreset
  /** Throws `not_found`. */
  remove(presetId: string): void
}

interface PresetRow {
  id: string
  name: string
  content: string
  savedAt: number
}

export function createWhoisAndNameserverPresetStore({
  database,
  clock,
  newId,
}: {
  database: Database
  clock: Pick<Clock, 'now'>
  newId: () => string
}): WhoisAndNameserverPresetStore {
  return {
    list: (kind) =>
      database
        .all<PresetRow>('select id, name, content, saved_at as "savedAt" from preset where kind = ?', kind)
        .map((row) => toPreset(row, kind, database.path))
        .sort((one, other) => compareInNaturalOrder(one.name, other.name)),
    save(name, content) {
      const savedAt = clock.now()
      database.run(
        `insert into preset (id, kind, name, content, saved_at) values (?, ?, ?, ?, ?)
         on conflict (kind, name) do update set content = excluded.content, saved_at = excluded.saved_at`,
        newId(),
        content.kind,
        name,
        JSON.stringify(content),
        savedAt,
      )
      const { id } = database.get<{ id: string }>(
        'select id from preset where kind = ? and name = ?',
        content.kind,
        name,
      ) as { id: string }
      return { id, name, content, savedAt }
    },
    remove(presetId) {
      const { changes } = database.run('delete from preset where id = ?', presetId)
      if (changes === 0) throw new AppError('not_found', 'The preset does not exist', { details: { presetId } })
    },
  }
}

function toPreset({ content, ...row }: PresetRow, kind: FormPresetKind, path: string): FormPreset {
  const { data } = formPresetContentSchema.safeParse(parseJsonOrNull(content))
  // Leaving the preset out would hide that it is lost.
  if (data?.kind !== kind)
    throw new AppError('database_damaged', 'A saved preset cannot be read', { details: { path } })
  return { ...row, content: data }
}
