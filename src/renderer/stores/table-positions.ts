import { defineStore } from 'pinia'
import type { RememberedTablePosition, TablePositionMemory } from '#renderer/ui/table/remembered-table-position.ts'

/** Where the user left each table, so that the way back leads to the same rows. */
export const useTablePositions = defineStore('table-positions', () => {
  const positions = new Map<string, RememberedTablePosition>()

  /** Remembers the position of the table with this name. */
  function memoryOf(table: string): TablePositionMemory {
    return { get: () => positions.get(table) ?? null, set: (position) => void positions.set(table, position) }
  }

  return { memoryOf }
})
