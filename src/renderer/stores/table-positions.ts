import { defineStore } from 'pinia'
import type { RememberedTablePosition, TablePositionMemory } from '#renderer/ui/table/remembered-table-position.ts'

/** Where the user left each table, so that the way back leads to the same rows. */
export const useTablePositions = defineStore('table-places', () => {
  const places = new Map<string, RememberedTablePosition>()

  /** The keeper for the table with this name. */
  function memoryOf(table: string): TablePositionMemory {
    return { get: () => places.get(table) ?? null, set: (place) => void places.set(table, place) }
  }

  return { memoryOf }
})
