import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { RowDensity, TableLayout } from '#shared/ipc/table-layout.ts'

/** The columns of the lists, as the user arranged them, and the height of their rows. */
export const useTableLayouts = defineStore('table-layouts', () => {
  const lists = { domains: ref(createEmptyTableLayout()), servers: ref(createEmptyTableLayout()) }

  /** Sets the width of a column in px; null: as the table defines it. */
  function setWidth(list: keyof typeof lists, key: string, px: number | null): void {
    const layout = lists[list]
    const { [key]: _before, ...others } = layout.value.widths
    layout.value = { ...layout.value, widths: px === null ? others : { ...others, [key]: px } }
  }

  return { ...lists, density: ref<RowDensity>('comfortable'), setWidth }
})

/** The columns as the table defines them. */
export function createEmptyTableLayout(): TableLayout {
  return { order: [], hidden: [], shown: [], widths: {} }
}
