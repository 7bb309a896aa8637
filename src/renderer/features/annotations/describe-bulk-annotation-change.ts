import type { AnnotationTarget, TagAndCustomerChange } from '#shared/ipc/annotations.ts'
import { getAnnotationChangeTextKeyPart } from './classify-annotation-change-as-tags-or-customer.ts'

type Translate = (key: string, values?: Record<string, unknown>, count?: number) => string

interface BulkAnnotationChange {
  kind: AnnotationTarget['kind']
  /**
   * The changes that would restore what was, one for each domain or server that was changed. An undo leaves out what
   * was changed since.
   */
  restoring: readonly Pick<TagAndCustomerChange, 'add' | 'remove' | 'customer'>[]
}

/**
 * Says what a change of several domains or servers did, or what its undo did. If tags and customers were changed, some
 * of the counted domains or servers may have kept one of both.
 */
export function describeBulkAnnotationChange(
  key: 'done' | 'undone',
  { kind, restoring }: BulkAnnotationChange,
  locale: string,
  t: Translate,
): string {
  const count = restoring.length
  if (count === 0) return t('annotations.bulk.nothingUndone')
  return t(
    `annotations.bulk.${key}.${getAnnotationChangeTextKeyPart(restoring)}.${kind}`,
    { n: count.toLocaleString(locale) },
    count,
  )
}
