/** A longer text is shown as received, because formatting it would block the window. */
const maxFormattedLength = 1024 * 1024

/** JSON with line breaks and indents; null for a text that is not one whole JSON value. */
export function formatJsonText(text: string): string | null {
  if (text.length > maxFormattedLength || text.trim() === '') return null
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // The text is not JSON, or is nested so deeply that it cannot be written again.
    return null
  }
}
