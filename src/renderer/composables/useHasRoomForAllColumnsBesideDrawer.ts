import { useMediaQuery } from '@vueuse/core'
import type { Ref } from 'vue'

/** True while the window is wide enough to show all columns of a table beside an open drawer. */
export function useHasRoomForAllColumnsBesideDrawer(): Readonly<Ref<boolean>> {
  return useMediaQuery('(min-width: 1600px)')
}
