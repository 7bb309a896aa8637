import type { HandlersOf } from '#main/ipc/handler-types.ts'
import type { SavedViewStore } from '#main/store/saved-view-store.ts'

export function createSavedViewsHandlers({ views }: { views: SavedViewStore }): HandlersOf<'savedViews'> {
  return {
    'savedViews.list': () => views.list(),
    'savedViews.save': ({ name, content }) => views.save(name, content),
    'savedViews.rename'({ viewId, name }) {
      views.rename(viewId, name)
      return null
    },
    'savedViews.remove'({ viewId }) {
      views.remove(viewId)
      return null
    },
  }
}
