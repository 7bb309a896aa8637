import { inject, onScopeDispose, provide, type InjectionKey } from 'vue'

interface Forms {
  withInput: Set<() => boolean>
  /** With the name of the tab that the form is in. */
  withSecret: Map<() => boolean, string | null>
}

const key: InjectionKey<Forms> = Symbol('unsaved input')
const tabKey: InjectionKey<string> = Symbol('tab')

/**
 * Forms register here. The returned functions tell whether any form, visible or hidden, has unsaved input or a secret
 * that is shown only once, and the names of the tabs with such a secret.
 */
export function provideUnsavedInputRegistry(): {
  hasInput: () => boolean
  hasSecret: () => boolean
  listTabsWithSecret: () => string[]
} {
  const forms: Forms = { withInput: new Set(), withSecret: new Map() }
  provide(key, forms)
  return {
    hasInput: () => [...forms.withInput].some((hasInput) => hasInput()),
    hasSecret: () => [...forms.withSecret.keys()].some((hasSecret) => hasSecret()),
    listTabsWithSecret: () => [
      ...new Set([...forms.withSecret].flatMap(([hasSecret, tab]) => (tab !== null && hasSecret() ? [tab] : []))),
    ],
  }
}

/** Called by a tab of the page: names the tab that its forms are in. */
export function provideTabName(tab: string): void {
  provide(tabKey, tab)
}

/** Reports to the page that this form holds input that would be lost, while `hasInput` is true. */
export function useReportUnsavedInput(hasInput: () => boolean): void {
  const forms = inject(key)
  forms?.withInput.add(hasInput)
  onScopeDispose(() => forms?.withInput.delete(hasInput))
}

/** Reports to the page that a password or private key that is shown only once was neither copied nor saved. */
export function useReportUnsavedSecret(hasSecret: () => boolean): void {
  const forms = inject(key)
  forms?.withSecret.set(hasSecret, inject(tabKey, null))
  onScopeDispose(() => forms?.withSecret.delete(hasSecret))
}
