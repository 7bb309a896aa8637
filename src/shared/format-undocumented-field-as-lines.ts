/** Formats one value as a line. A version may be a text, a number, or a product with its version. */
function lineOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
  const parts = Object.values(value)
  return parts.length > 0 && parts.every((part) => typeof part === 'string' || typeof part === 'number')
    ? parts.join(' ')
    : null
}

/**
 * Formats a field without a documented shape as lines. Null if the app cannot read the shape; the value is then shown
 * as raw JSON.
 */
export function formatUndocumentedFieldAsLines(value: unknown): string[] | null {
  if (value === null || value === undefined || value === '') return []
  const values: unknown[] = Array.isArray(value) ? value : [value]
  const lines = values.map(lineOf)
  return lines.every((line) => line !== null) ? (lines as string[]) : null
}
