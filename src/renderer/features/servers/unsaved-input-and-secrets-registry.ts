import { inject, onScopeDispose, provide, type InjectionKey } from 'vue'

interface Forms {
  withInput: Set<() => boolean>
  withSecret: Set<() => boolean>
}

const key: InjectionKey<Forms> = Symbol('unsaved input')

/**
 * Forms register here. The returned functions tell whether any form, visible or hidden, has unsaved input or a secret
 * that is shown only once.
 */
export function provideUnsavedInputRegistry(): { hasInput: () => boolean; hasSecret: () => boolean } {
  const { withInput, withSecret }: Forms = { withInput: new Set(), withSecret: new Set() }
  provide(key, { withInput, withSecret })
  return {
    hasInput: () => [...withInput].some((hasInput) => hasInput()),
    hasSecret: () => [...withSecret].some((hasSecret) => hasSecret()),
  }
}

function useForm(list: keyof Forms, isHeld: () => boolean): void {
  const forms = inject(key)
  forms?.[list].add(isHeld)
  onScopeDispose(() => forms?.[list].delete(isHeld))
}

/** Reports to the page that this form holds input that would be lost, while `hasInput` is true. */
export function useReportUnsavedInput(hasInput: () => boolean): void {
  useForm('withInput', hasInput)
}

/** Reports to the page that a password or private key that is shown only once was neither copied nor saved. */
export function useReportUnsavedSecret(hasSecret: () => boolean): void {
  useForm('withSecret', hasSecret)
}
