import type { HandlersOf } from '#main/ipc/handler-types.ts'
import type { RestorableViewStateStore } from '#main/store/restorable-view-state-store.ts'

export function createViewStateHandlers({
  viewState,
}: {
  viewState: RestorableViewStateStore
}): HandlersOf<'viewState'> {
  return {
    'viewState.get': () => viewState.get(),
    'viewState.save'(shown) {
      viewState.save(shown)
      return null
    },
  }
}
