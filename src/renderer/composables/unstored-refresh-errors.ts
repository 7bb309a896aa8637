import type { Cached } from '#shared/ipc/common-schemas.ts'

type PartReads<Part extends string> = Record<Part, Cached<unknown>>

/**
 * Keeps the errors of a refresh that main does not store because they are temporary. `applyTo` adds such an error to
 * data that is loaded later, until the part is read, fails again, or is refreshed again.
 */
export function createUnstoredRefreshErrors<Part extends string>() {
  const unstoredErrors = new Map<Part, Cached<unknown>>()

  /** Records the errors of the refreshed parts. */
  function record(answer: PartReads<Part>, refreshed: readonly Part[]): void {
    for (const part of refreshed) {
      if (answer[part].error === null) unstoredErrors.delete(part)
      else unstoredErrors.set(part, answer[part])
    }
  }

  function applyTo<T extends PartReads<Part>>(stored: T): T {
    const parts = [...unstoredErrors].flatMap(([part, { error, errorAt }]) => {
      const { readAt, errorAt: storedAt } = stored[part]
      const isNewest = errorAt !== null && errorAt >= Math.max(readAt ?? 0, storedAt ?? 0)
      return isNewest ? [[part, { ...stored[part], error, errorAt }] as const] : []
    })
    return { ...stored, ...Object.fromEntries(parts) }
  }

  return { record, applyTo }
}
