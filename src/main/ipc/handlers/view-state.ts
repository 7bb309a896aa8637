import type { HandlersOf } from '#main/ipc/handler-types.ts'
import type { RestorableWindowStateStore } from '#main/store/restorable-window-state-store.ts'

export function createViewStateHandlers({
  viewState,
}: {
  viewState: RestorableWindowStateStore
}): HandlersOf<'viewState'> {
  return {
    'viewState.get': () => viewState.get(),
    'viewState.save'(shown) {
      viewState.save(shown)
      return null
    },
  }
}
