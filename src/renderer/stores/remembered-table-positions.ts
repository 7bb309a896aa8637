import { defineStore } from 'pinia'
import type {
  RememberedTablePosition,
  TablePositionMemory,
} from '#renderer/ui/table/table-position-memory-interface.ts'

/** Remembers the position of each table, so that a table that opens again shows the same rows. */
export const useRememberedTablePositions = defineStore('table-positions', () => {
  const positions = new Map<string, RememberedTablePosition>()

  /** Remembers the position of the table with this name. */
  function memoryOf(table: string): TablePositionMemory {
    return { get: () => positions.get(table) ?? null, set: (position) => void positions.set(table, position) }
  }

  return { memoryOf }
})
