/** Formats a value of the service as indented JSON. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
