import type { HandlersOf } from '#main/ipc/handler-types.ts'
import type { ViewStateStore } from '#main/store/view-state-store.ts'

export function createViewStateHandlers({ viewState }: { viewState: ViewStateStore }): HandlersOf<'viewState'> {
  return {
    'viewState.get': () => viewState.get(),
    'viewState.save'(shown) {
      viewState.save(shown)
      return null
    },
  }
}
