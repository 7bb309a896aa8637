import type { WireError } from '#shared/app-error.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'

/**
 * Returns the first section above this one whose error has the same text; null if there is none, or the section has no
 * error.
 */
export function findSectionWithSameError<Section extends string>(
  section: Section,
  errors: readonly { section: Section; error: WireError | null }[],
): Section | null {
  const textOf = (error: WireError) => JSON.stringify(describeError(error))
  const position = errors.findIndex((each) => each.section === section)
  const own = errors[position]?.error ?? null
  if (own === null) return null
  const above = errors.slice(0, position).find(({ error }) => error !== null && textOf(error) === textOf(own))
  return above?.section ?? null
}
