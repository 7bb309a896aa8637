import { useMediaQuery } from '@vueuse/core'
import type { Ref } from 'vue'

/** Whether the window is wide enough for all columns of a table beside an open drawer. */
export function useIsWideWindow(): Readonly<Ref<boolean>> {
  return useMediaQuery('(min-width: 1600px)')
}
