import { useResizeObserver } from '@vueuse/core'
import { computed, nextTick, shallowRef, toValue, watch, type MaybeRefOrGetter, type Ref } from 'vue'

/** Height of the header, and of a row unless the user chose another one, in px. */
export const standardRowHeight = 32
/** Height of a row for `RowDensity`, in px. */
export const rowHeights = { comfortable: standardRowHeight, compact: 24 }
/** Number of rows that are rendered beyond the visible ones: where the user scrolls to, and on the other side. */
const rowsAhead = 4
const rowsBehind = 1

/** The rows in view of a scrolling element whose rows all have the same height, below a sticky header. Heights in px. */
export function useVisibleRows(
  scroller: Readonly<Ref<HTMLElement | null>>,
  count: () => number,
  {
    row: givenRow = standardRowHeight,
    header = standardRowHeight,
  }: { row?: MaybeRefOrGetter<number>; header?: number } = {},
) {
  const row = computed(() => toValue(givenRow))
  const scrollTop = shallowRef(0)
  const isScrollingUp = shallowRef(false)
  const height = shallowRef(600)
  /** Width of the element in px; infinite until it is rendered. */
  const width = shallowRef(Number.POSITIVE_INFINITY)
  /** Number of rows to render. It depends on the height alone, so that rows can be recycled while the user scrolls. */
  const rendered = computed(() => Math.min(count(), Math.ceil(height.value / row.value) + 1 + rowsAhead + rowsBehind))
  const topRow = computed(() => Math.floor(scrollTop.value / row.value))
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

  // The row at the top stays there.
  watch(row, (now, before) => {
    const top = (scrollTop.value / before) * now
    void nextTick(() => {
      if (scroller.value) scroller.value.scrollTop = top
    })
  })

  function scrollToTop(): void {
    if (scroller.value) scroller.value.scrollTop = 0
  }

  /** Shows the rows after `top` rows. */
  function scrollToRow(top: number): void {
    if (scroller.value) scroller.value.scrollTop = top * row.value
    scrollTop.value = scroller.value?.scrollTop ?? 0
  }

  function scrollIntoView(index: number): void {
    const element = scroller.value
    if (!element) return
    const top = index * row.value
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + row.value + header > element.scrollTop + element.clientHeight)
      element.scrollTop = top + row.value + header - element.clientHeight
  }

  return {
    first,
    last,
    width,
    scrollToTop,
    scrollToRow,
    scrollIntoView,
    /** Number of rows above the visible ones, with a fraction. */
    countRowsAbove: () => scrollTop.value / row.value,
    onScroll(event: Event): void {
      const top = (event.target as HTMLElement).scrollTop
      if (top !== scrollTop.value) isScrollingUp.value = top < scrollTop.value
      scrollTop.value = top
    },
    /** Number of rows that Page Up and Page Down move by. */
    rowsPerPage: () => Math.max(1, Math.floor(height.value / row.value) - 2),
  }
}
