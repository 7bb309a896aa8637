import { AppError } from '#shared/app-error.ts'
import { compareInNaturalOrder } from '#shared/compare-in-natural-order.ts'
import {
  replaceSecretsInQueryWithVariables,
  replaceSecretsWithVariables,
} from '#shared/console/replace-secrets-with-variables.ts'
import { createInputIssue } from '#shared/input-issues.ts'
import {
  consoleRequestContentSchema,
  consoleHistoryRowSchema,
  type ConsoleRequestContent,
  type ConsoleHistoryRow,
  type SavedConsoleRequest,
} from '#shared/ipc/console.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'

/** History and saved requests of the console. Neither holds values that look like secrets. */
export interface ConsoleHistoryAndSavedRequestStore {
  addToHistory(row: Omit<ConsoleHistoryRow, 'id'>): void
  /** Newest first. */
  history(): ConsoleHistoryRow[]
  clearHistory(): void
  /** Sorted by name. */
  saved(): SavedConsoleRequest[]
  /** Replaces the request of the same name. Values that look like secrets become variables. Throws `invalid_input`. */
  save(name: string, content: ConsoleRequestContent): SavedConsoleRequest
  /** Throws `not_found`. */
  removeSaved(savedId: string): void
}

const maxHistoryRows = 500

export function createConsoleHistoryAndSavedRequestStore({
  database,
  clock,
  newId,
}: {
  database: Database
  clock: Pick<Clock, 'now'>
  newId: () => string
}): ConsoleHistoryAndSavedRequestStore {
  return {
    addToHistory({ at, accountId, keyLabel, method, path, query, status, errorKind, ms }) {
      const { lastId } = database.run(
        `insert into console_history (at, account_id, key_label, method, path, query, status, error_kind, duration_ms)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        at,
        accountId,
        keyLabel,
        method,
        path,
        JSON.stringify(replaceSecretsInQueryWithVariables(query)),
        status,
        errorKind,
        ms,
      )
      database.run('delete from console_history where id <= ?', lastId - maxHistoryRows)
    },

    history: () =>
      database
        .all<{ query: string }>(
          `select id, at, account_id as "accountId", key_label as "keyLabel", method, path, query, status,
             error_kind as "errorKind", duration_ms as ms from console_history order by id desc`,
        )
        .flatMap((row) => consoleHistoryRowSchema.safeParse({ ...row, query: parseJsonOrNull(row.query) }).data ?? []),

    clearHistory: () => void database.run('delete from console_history'),

    saved: () =>
      database
        .all<{ id: string; name: string; content: string; savedAt: number }>(
          'select id, name, content, saved_at as "savedAt" from console_request',
        )
        .flatMap(({ content, ...row }) => {
          const parsed = consoleRequestContentSchema.safeParse(parseJsonOrNull(content)).data
          return parsed ? [{ ...row, content: parsed }] : []
        })
        .sort((one, other) => compareInNaturalOrder(one.name, other.name)),

    save(name, typed) {
      const content = replaceSecretsWithVariables(typed)
      if (!content)
        throw new AppError('invalid_input', 'Not saved: the body is not JSON', {
          details: { issues: [createInputIssue('body', 'wrongForm', 'is not JSON')], problem: 'json' },
        })
      const savedAt = clock.now()
      database.run(
        `insert into console_request (id, name, content, saved_at) values (?, ?, ?, ?)
         on conflict (name) do update set content = excluded.content, saved_at = excluded.saved_at`,
        newId(),
        name,
        JSON.stringify(content),
        savedAt,
      )
      const { id } = database.get<{ id: string }>('select id from console_request where name = ?', name) as {
        id: string
      }
      return { id, name, content, savedAt }
    },

    removeSaved(savedId) {
      const { changes } = database.run('delete from console_request where id = ?', savedId)
      if (changes === 0) throw new AppError('not_found', 'The saved request does not exist', { details: { savedId } })
    },
  }
}
