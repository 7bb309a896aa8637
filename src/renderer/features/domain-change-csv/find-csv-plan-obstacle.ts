/**
 * The reasons why no plan can be made from a CSV file: text keys under `csvChanges.panel`. `lookup_failed` has no text
 * there, because the view shows the error.
 */
export type CsvPlanObstacle = 'no_file' | 'searching' | 'no_usable_line' | 'lookup_failed'

/**
 * Returns null if a plan can be made. `lines`: the number of usable lines, which is known after the domains are looked
 * up.
 */
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
