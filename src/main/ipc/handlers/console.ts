import type { ConsoleRequestService } from '#main/console/console-request-service.ts'
import type { ConsoleHistoryAndSavedRequestStore } from '#main/console/console-history-and-saved-request-store.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

interface ConsoleHandlersDeps {
  console: ConsoleRequestService
  store: ConsoleHistoryAndSavedRequestStore
}

export function createConsoleHandlers({ console, store }: ConsoleHandlersDeps): HandlersOf<'console'> {
  return {
    'console.preview': (request) => console.preview(request),
    'console.confirm': (request) => ({ confirmationId: console.confirm(request) }),
    'console.send': ({ sendId, request, confirmationId, isByUser }) =>
      console.send(sendId, request, confirmationId, isByUser),
    'console.cancel'({ sendId }) {
      console.cancel(sendId)
      return null
    },
    'console.saveAnswer': async ({ sendId }) => ({ path: await console.saveAnswer(sendId) }),
    'console.history': () => store.history(),
    'console.clearHistory'() {
      store.clearHistory()
      return null
    },
    'console.saved': () => store.saved(),
    'console.save': ({ name, content }) => store.save(name, content),
    'console.removeSaved'({ savedId }) {
      store.removeSaved(savedId)
      return null
    },
  }
}
