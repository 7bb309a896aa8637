/** Where the user left a table. */
export interface RememberedTablePosition {
  /** The filters and the order of the rows, as text. */
  query: string
  /** Number of rows. */
  count: number
  /** Number of rows above the visible ones, with a fraction. */
  top: number
  /** Index of the active row; -1 for none. */
  active: number
  activeKey: string | null
}

/** Keeps the position of a table after it is unmounted. A later table for the same query continues there. */
export interface TablePositionMemory {
  get(): RememberedTablePosition | null
  set(position: RememberedTablePosition): void
}
