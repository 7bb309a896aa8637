import type { ReadOf } from '#shared/ipc/scalars.ts'

type Reads<Part extends string> = Record<Part, ReadOf<unknown>>

/**
 * Why a refresh could not read a part may be true of the moment only and is then not stored. What it told stays over what is
 * loaded later, until the part is read, fails anew, or is refreshed again.
 */
export function createToldErrors<Part extends string>() {
  const told = new Map<Part, ReadOf<unknown>>()

  /** Takes the errors of the parts that were refreshed. */
  function take(answer: Reads<Part>, refreshed: readonly Part[]): void {
    for (const part of refreshed) {
      if (answer[part].error === null) told.delete(part)
      else told.set(part, answer[part])
    }
  }

  function over<T extends Reads<Part>>(stored: T): T {
    const parts = [...told].flatMap(([part, { error, errorAt }]) => {
      const { readAt, errorAt: storedAt } = stored[part]
      const isNewest = errorAt !== null && errorAt >= Math.max(readAt ?? 0, storedAt ?? 0)
      return isNewest ? [[part, { ...stored[part], error, errorAt }] as const] : []
    })
    return { ...stored, ...Object.fromEntries(parts) }
  }

  return { take, over }
}
