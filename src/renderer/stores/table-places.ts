import { defineStore } from 'pinia'
import type { TablePlace, TablePlaceKeeper } from '#renderer/ui/table/table-place.ts'

/** Where the user left each table, so that the way back leads to the same rows. */
export const useTablePlaces = defineStore('table-places', () => {
  const places = new Map<string, TablePlace>()

  /** The keeper for the table with this name. */
  function placeOf(table: string): TablePlaceKeeper {
    return { get: () => places.get(table) ?? null, set: (place) => void places.set(table, place) }
  }

  return { placeOf }
})
