import { defineStore } from 'pinia'
import { shallowRef, type App } from 'vue'

const maxTextLength = 500

/**
 * Returns the name and message of what was thrown. The stack is left out: it is in the console, and says nothing to a
 * user.
 */
function describeThrown(thrown: unknown): string {
  const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
  return text.slice(0, maxTextLength)
}

/** The first error in the window that nothing caught, until the user closes its banner or reloads the window. */
export const useUncaughtError = defineStore('uncaught-error', () => {
  const shown = shallowRef<string | null>(null)
  const closed = new Set<string>()

  /** Shows one error at a time, and none again that the user has closed: a component can throw at every update. */
  function show(thrown: unknown): void {
    const text = describeThrown(thrown)
    if (shown.value === null && !closed.has(text)) shown.value = text
  }

  function close(): void {
    if (shown.value !== null) closed.add(shown.value)
    shown.value = null
  }

  /** Listens to the errors of the window and of the components. All of them still reach the console. */
  function listen(app: App): void {
    // `reportError` logs an error of a component as uncaught and dispatches the event below.
    app.config.errorHandler = (thrown) => reportError(thrown)
    window.addEventListener('error', ({ error }: ErrorEvent) => {
      // Chromium reports a delayed ResizeObserver as an event without an error.
      if (error !== null && error !== undefined) show(error)
    })
    window.addEventListener('unhandledrejection', ({ reason }) => show(reason))
  }

  return { shown, show, close, listen }
})
