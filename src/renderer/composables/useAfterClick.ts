import { useEventListener } from '@vueuse/core'

/**
 * Returns a function that does its work after the click that is under way, or at once if no pointer is pressed. A field
 * that shows its error when it is left moves everything below. Before the pointer is released, the click would miss its
 * target.
 */
export function useAfterClick(): (work: () => void) => void {
  let isPressed = false
  let waiting: (() => void)[] = []

  useEventListener(window, 'pointerdown', () => (isPressed = true), true)
  useEventListener(
    window,
    ['pointerup', 'pointercancel'],
    () => {
      isPressed = false
      // The click follows in the same task.
      setTimeout(() => {
        for (const work of waiting.splice(0)) work()
      })
    },
    true,
  )

  return (work) => {
    if (isPressed) waiting = [...waiting, work]
    else work()
  }
}
