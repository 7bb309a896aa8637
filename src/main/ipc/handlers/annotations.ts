import type { AnnotationStore } from '#main/annotations/annotation-store.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

export function createAnnotationsHandlers({
  annotations,
}: {
  annotations: AnnotationStore
}): HandlersOf<'annotations'> {
  return {
    'annotations.tags': () => annotations.tags(),
    'annotations.setNote'({ target, note }) {
      annotations.setNote(target, note)
      return null
    },
    'annotations.changeTags': ({ changes }) => ({ undo: annotations.changeTags(changes) }),
  }
}
