/** Text in UTF-8 as a string with one character from U+0000 to U+00FF for each byte. Lone surrogates become U+FFFD. */
export function toUtf8ByteString(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%(..)/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** Returns the text of such a string; null if the bytes are not UTF-8. */
export function fromUtf8ByteString(bytes: string): string | null {
  const escaped = bytes.replaceAll(/[%\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`)
  try {
    return decodeURIComponent(escaped)
  } catch {
    return null
  }
}
