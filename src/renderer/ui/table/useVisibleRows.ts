import { useResizeObserver } from '@vueuse/core'
import { computed, shallowRef, type Ref } from 'vue'

/** Height of a row and of the header, in px. */
export const rowHeight = 32
/** Number of rows that are rendered above and below the visible ones. */
const overscan = 8

/** The rows in view of a scrolling element whose rows all have the same height, below a sticky header. Heights in px. */
export function useVisibleRows(
  scroller: Readonly<Ref<HTMLElement | null>>,
  count: () => number,
  { row = rowHeight, header = rowHeight }: { row?: number; header?: number } = {},
) {
  const scrollTop = shallowRef(0)
  const height = shallowRef(600)
  /** Width of the element in px; infinite until it is rendered. */
  const width = shallowRef(Number.POSITIVE_INFINITY)
  /** Index of the first row to render. */
  const first = computed(() => Math.max(0, Math.floor(scrollTop.value / row) - overscan))
  /** Index of the last row to render; -1 without rows. */
  const last = computed(() => Math.min(count() - 1, Math.ceil((scrollTop.value + height.value) / row) + overscan))

  useResizeObserver(scroller, () => {
    height.value = scroller.value?.clientHeight ?? height.value
    width.value = scroller.value?.clientWidth ?? width.value
  })

  function scrollToTop(): void {
    if (scroller.value) scroller.value.scrollTop = 0
  }

  function scrollIntoView(index: number): void {
    const element = scroller.value
    if (!element) return
    const top = index * row
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + row + header > element.scrollTop + element.clientHeight)
      element.scrollTop = top + row + header - element.clientHeight
  }

  return {
    first,
    last,
    width,
    scrollToTop,
    scrollIntoView,
    onScroll: (event: Event) => void (scrollTop.value = (event.target as HTMLElement).scrollTop),
    /** Number of rows that Page Up and Page Down move by. */
    rowsPerPage: () => Math.max(1, Math.floor(height.value / row) - 2),
  }
}
