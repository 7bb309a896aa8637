import { useResizeObserver } from '@vueuse/core'
import { computed, nextTick, shallowRef, toValue, watch, type MaybeRefOrGetter, type Ref } from 'vue'

/** Height of the header, and of a row unless the user chose another one, in px. */
export const standardRowHeight = 32
/** Height of a row for `RowDensity`, in px. */
export const rowHeights = { comfortable: standardRowHeight, compact: 24 }
/**
 * Rows that are rendered beyond the visible ones. In the direction of a scroll, rows are added only when fewer than
 * `minRowsAhead` are left. Most frames of a slow scroll then render no new row.
 */
const minRowsAhead = 4
const maxRowsAhead = 16
const rowsBehind = 1

interface RenderedRange {
  first: number
  last: number
  /** The row at the top when the range was chosen. */
  topRow: number
}

/**
 * The rows in view of a scrolling element whose rows all have the same height, below a sticky header. Heights in px.
 */
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
  const visible = computed(() => Math.ceil(height.value / row.value) + 1)
  const topRow = computed(() => Math.floor(scrollTop.value / row.value))
  const range = computed<RenderedRange>((before) => {
    const needed = buildRange(minRowsAhead, 0)
    if (before && before.last < count() && before.first <= needed.first && before.last >= needed.last) return before
    // Rows further ahead are rendered in vain if the next frame jumps over them, or if the user does not scroll.
    const isSlowScroll =
      before && before.topRow !== topRow.value && needed.first <= before.last && needed.last >= before.first
    return buildRange(isSlowScroll ? maxRowsAhead : minRowsAhead, rowsBehind)
  })
  const first = computed(() => range.value.first)
  /** Index of the last row to render; -1 without rows. */
  const last = computed(() => range.value.last)

  function buildRange(ahead: number, behind: number): RenderedRange {
    const size = Math.min(count(), visible.value + ahead + behind)
    const start = topRow.value - (isScrollingUp.value ? ahead : behind)
    const first = Math.max(0, Math.min(start, count() - size))
    return { first, last: first + size - 1, topRow: topRow.value }
  }

  useResizeObserver(scroller, () => {
    height.value = scroller.value?.clientHeight ?? height.value
    width.value = scroller.value?.clientWidth ?? width.value
  })

  // The row at the top stays there.
  watch(row, (after, before) => {
    const top = (scrollTop.value / before) * after
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
