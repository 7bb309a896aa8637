/**
 * The reasons why no plan can be made from a CSV file: a text key under `csvChanges.panel`. `lookup_failed`: the error
 * says it. Null: nothing is in the way.
 */
export type CsvPlanObstacle = 'no_file' | 'searching' | 'no_usable_line' | 'lookup_failed'

/** `lines`: the lines that can be used, once the domains are looked up. */
export function findCsvPlanObstacle({
  hasFile,
  isLookingUp,
  hasLookupFailed,
  lines,
}: {
  hasFile: boolean
  isLookingUp: boolean
  hasLookupFailed: boolean
  lines: number
}): CsvPlanObstacle | null {
  if (!hasFile) return 'no_file'
  if (isLookingUp) return 'searching'
  if (hasLookupFailed) return 'lookup_failed'
  return lines === 0 ? 'no_usable_line' : null
}
