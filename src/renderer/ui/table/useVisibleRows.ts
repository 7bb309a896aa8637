import { useResizeObserver } from '@vueuse/core'
import { computed, shallowRef, type Ref } from 'vue'

/** Height of a row and of the header, in px. */
export const rowHeight = 32
/** Number of rows that are rendered beyond the visible ones: where the user scrolls to, and on the other side. */
const rowsAhead = 4
const rowsBehind = 1

/** The rows in view of a scrolling element whose rows all have the same height, below a sticky header. Heights in px. */
export function useVisibleRows(
  scroller: Readonly<Ref<HTMLElement | null>>,
  count: () => number,
  { row = rowHeight, header = rowHeight }: { row?: number; header?: number } = {},
) {
  const scrollTop = shallowRef(0)
  const isScrollingUp = shallowRef(false)
  const height = shallowRef(600)
  /** Width of the element in px; infinite until it is rendered. */
  const width = shallowRef(Number.POSITIVE_INFINITY)
  /** Number of rows to render. It depends on the height alone, so that rows can be recycled while the user scrolls. */
  const rendered = computed(() => Math.min(count(), Math.ceil(height.value / row) + 1 + rowsAhead + rowsBehind))
  const topRow = computed(() => Math.floor(scrollTop.value / row))
  /** Index of the first row to render. */
  const first = computed(() =>
    Math.max(0, Math.min(topRow.value - (isScrollingUp.value ? rowsAhead : rowsBehind), count() - rendered.value)),
  )
  /** Index of the last row to render; -1 without rows. */
  const last = computed(() => first.value + rendered.value - 1)

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
    onScroll(event: Event): void {
      const top = (event.target as HTMLElement).scrollTop
      if (top !== scrollTop.value) isScrollingUp.value = top < scrollTop.value
      scrollTop.value = top
    },
    /** Number of rows that Page Up and Page Down move by. */
    rowsPerPage: () => Math.max(1, Math.floor(height.value / row) - 2),
  }
}
