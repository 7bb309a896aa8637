import type { Cached } from '#shared/ipc/common-schemas.ts'

type PartReads<Part extends string> = Record<Part, Cached<unknown>>

/**
 * Why a refresh could not read a part may be true of the moment only and is then not stored. What it told stays over what is
 * loaded later, until the part is read, fails anew, or is refreshed again.
 */
export function createRefreshErrorOverlay<Part extends string>() {
  const unstoredErrors = new Map<Part, Cached<unknown>>()

  /** Takes the errors of the parts that were refreshed. */
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
