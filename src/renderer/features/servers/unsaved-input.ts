import { inject, onScopeDispose, provide, type InjectionKey } from 'vue'

const key: InjectionKey<Set<() => boolean>> = Symbol('unsaved input')

/** Lets the forms of a page say that they hold input. Returns whether any of them does, shown or not. */
export function provideUnsavedInput(): () => boolean {
  const forms = new Set<() => boolean>()
  provide(key, forms)
  return () => [...forms].some((hasInput) => hasInput())
}

/** Tells the page that this form holds input that would be lost, while `hasInput` is true. */
export function useUnsavedInput(hasInput: () => boolean): void {
  const forms = inject(key)
  forms?.add(hasInput)
  onScopeDispose(() => forms?.delete(hasInput))
}
