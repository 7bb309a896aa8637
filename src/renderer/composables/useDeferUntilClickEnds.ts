import { useEventListener } from '@vueuse/core'

/**
 * Returns a function that runs its work at once if no pointer is pressed, and otherwise after the current click.
 * Reason: a field shows its error when it loses the focus, and the error moves everything below. If that happened
 * between pressing and releasing the pointer, the click would miss the button that the user pressed.
 */
export function useDeferUntilClickEnds(): (work: () => void) => void {
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
