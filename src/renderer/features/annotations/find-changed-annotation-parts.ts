import type { TagAndCustomerChange } from '#shared/ipc/annotations.ts'

/**
 * The parts of annotations that one change of several domains or servers concerns. It is the last part of a text key.
 */
export type ChangedAnnotationParts = 'tags' | 'customer' | 'tagsAndCustomer'

/**
 * Returns the parts that at least one of the changes concerns. Both if there is none, as before the user chose
 * anything.
 */
export function findChangedAnnotationParts(
  changes: readonly Pick<TagAndCustomerChange, 'add' | 'remove' | 'customer'>[],
): ChangedAnnotationParts {
  const hasTags = changes.some(({ add, remove }) => add.length > 0 || remove.length > 0)
  const hasCustomer = changes.some(({ customer }) => customer !== null)
  if (hasTags === hasCustomer) return 'tagsAndCustomer'
  return hasTags ? 'tags' : 'customer'
}
