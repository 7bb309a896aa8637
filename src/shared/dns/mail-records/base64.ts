const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * Returns the bytes of a Base64 text (RFC 4648, section 4). Null if the text is not complete Base64; blanks are not
 * allowed.
 */
export function decodeBase64(text: string): number[] | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null
  const bytes: number[] = []
  for (let start = 0; start < text.length; start += 4) {
    const quad = text.slice(start, start + 4).replaceAll('=', '')
    const bits = [...quad].reduce((sum, letter) => sum * 64 + letters.indexOf(letter), 0) * 64 ** (4 - quad.length)
    bytes.push(...[bits >> 16, (bits >> 8) & 255, bits & 255].slice(0, quad.length - 1))
  }
  return bytes
}

export function encodeBase64(bytes: readonly number[]): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += 3) {
    const group = bytes.slice(start, start + 3)
    const bits = group.reduce((sum, byte) => sum * 256 + byte, 0) * 256 ** (3 - group.length)
    const quad = [18, 12, 6, 0].map((shift) => letters[(bits >> shift) & 63])
    text += quad
      .slice(0, group.length + 1)
      .join('')
      .padEnd(4, '=')
  }
  return text
}
