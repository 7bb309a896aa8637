import type { AnnotationTarget } from '#shared/ipc/annotations.ts'
import type { AnnotationChangeTextKeyPart } from './classify-annotation-change-as-tags-or-customer.ts'

type Translate = (key: string, values?: Record<string, unknown>, count?: number) => string

interface BulkAnnotationChange {
  part: AnnotationChangeTextKeyPart
  kind: AnnotationTarget['kind']
  /** Number of domains or servers. An undo leaves out those whose tags or customer were changed since. */
  count: number
}

/** Says what a change of several domains or servers did, or what its undo did. */
export function describeBulkAnnotationChange(
  key: 'done' | 'undone',
  { part, kind, count }: BulkAnnotationChange,
  locale: string,
  t: Translate,
): string {
  if (count === 0) return t('annotations.bulk.nothingUndone')
  return t(`annotations.bulk.${key}.${part}.${kind}`, { n: count.toLocaleString(locale) }, count)
}
