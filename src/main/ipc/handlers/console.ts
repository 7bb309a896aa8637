import type { RequestConsole } from '#main/console/request-console.ts'
import type { ConsoleStore } from '#main/console/console-store.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

interface ConsoleHandlersDeps {
  console: RequestConsole
  store: ConsoleStore
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
