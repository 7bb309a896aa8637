import type { TagAndCustomerChange } from '#shared/ipc/annotations.ts'

/** Part of a text key: what one change of several domains or servers changes. */
export type AnnotationChangeTextKeyPart = 'tags' | 'customer' | 'tagsAndCustomer'

/** Returns `tagsAndCustomer` if the changes concern both, or if nothing is chosen yet. */
export function getAnnotationChangeTextKeyPart(
  changes: readonly Pick<TagAndCustomerChange, 'add' | 'remove' | 'customer'>[],
): AnnotationChangeTextKeyPart {
  const hasTags = changes.some(({ add, remove }) => add.length > 0 || remove.length > 0)
  const hasCustomer = changes.some(({ customer }) => customer !== null)
  if (hasTags === hasCustomer) return 'tagsAndCustomer'
  return hasTags ? 'tags' : 'customer'
}
