import { useEventListener } from '@vueuse/core'

/** Elements that take the focus for one purpose: the keyboard can scroll them. */
const scrolledParts = ['section', '[role="region"]', '[role="group"]', 'ul', 'p', 'pre']
  .map((each) => `${each}[tabindex="0"]`)
  .join(', ')

/**
 * Marks a scrolled part that a click focused. After a click, the next key makes `:focus-visible` match, although the
 * user did not move the focus there with the keyboard. `base.css` draws no focus ring around a marked part.
 */
export function useNoFocusRingAfterClick(): void {
  useEventListener(document, 'focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.matches(scrolledParts) && !target.matches(':focus-visible'))
      target.dataset['pointerFocus'] = ''
  })
  useEventListener(document, 'focusout', ({ target }) => {
    if (target instanceof HTMLElement) delete target.dataset['pointerFocus']
  })
}
