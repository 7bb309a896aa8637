export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'shift_jis'

export interface DecodedText {
  /** Without a byte order mark. Bytes that the encoding does not contain become U+FFFD. */
  text: string
  encoding: TextEncoding
}

interface Decoder {
  decode(bytes?: Uint8Array, options?: { stream: boolean }): string
}
const { TextDecoder } = globalThis as unknown as { TextDecoder: new (label: string) => Decoder }

const bytesPerSlice = 256 * 1024

/**
 * Decodes a text file. A byte order mark decides the encoding. Without one, the file is UTF-8 or Shift_JIS. The
 * generator yields between slices of its work.
 */
export function* decodeTextFile(bytes: Uint8Array): Generator<void, DecodedText> {
  const marked = encodingOfByteOrderMark(bytes)
  const first = yield* decode(bytes, marked ?? 'utf-8')
  // Text in Shift_JIS has few sequences of bytes that are UTF-8; damaged UTF-8 text has many.
  if (marked !== null || first.undecodable <= first.nonAscii) return first
  return yield* decode(bytes, 'shift_jis')
}

function encodingOfByteOrderMark([first, second, third]: Uint8Array): TextEncoding | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** Decodes the bytes, and counts the invalid sequences and the other characters beyond ASCII. */
function* decode(
  bytes: Uint8Array,
  encoding: TextEncoding,
): Generator<void, DecodedText & { undecodable: number; nonAscii: number }> {
  const decoder = new TextDecoder(encoding)
  const parts: string[] = []
  let undecodable = 0
  let nonAscii = 0
  for (let from = 0; from < bytes.length; from += bytesPerSlice) {
    const part = decoder.decode(bytes.subarray(from, from + bytesPerSlice), { stream: true })
    parts.push(part)
    for (let at = 0; at < part.length; at += 1) {
      const code = part.charCodeAt(at)
      if (code === 0xfffd) undecodable += 1
      else if (code > 127) nonAscii += 1
    }
    yield
  }
  const end = decoder.decode()
  if (end !== '') undecodable += 1
  return { text: [...parts, end].join(''), encoding, undecodable, nonAscii }
}
