import type { ResponseLimits } from '#shared/api/response-limits.ts'

/** Why the scanner stopped: which measure was exceeded, its limit, and the offset of the byte that exceeded it. */
export interface ExceededJsonLimit {
  measure: 'bytes' | 'values' | 'depth' | 'text' | 'names'
  limit: number
  at: number
}

/** A long array of the outermost object, cut between rows, so that the rows can be parsed in chunks. */
export interface ArrayChunkOffsets {
  /** Offset of the first byte after the opening bracket. */
  start: number
  /** Offsets of the commas where the array is cut. The last offset is the closing bracket. */
  ends: number[]
}

export interface JsonLimitScanner {
  /** Takes the next bytes. After any result but `ok`, `scan` must not be called again. */
  scan(bytes: Uint8Array): 'ok' | 'not_json' | ExceededJsonLimit
  /** True if the bytes so far are one complete JSON text. */
  isWhole(): boolean
  /** The arrays that were cut so far. */
  chunkedArrays(): readonly ArrayChunkOffsets[]
}

/** Takes about two milliseconds to parse. */
const chunkBytes = 64 * 1024

const states = {
  start: 0,
  mark: 1,
  value: 2,
  firstItem: 3,
  firstKey: 4,
  key: 5,
  colon: 6,
  afterValue: 7,
  end: 8,
  string: 9,
  escape: 10,
  hex: 11,
  literal: 12,
  minus: 13,
  zero: 14,
  integer: 15,
  dot: 16,
  fraction: 17,
  exponent: 18,
  exponentSign: 19,
  power: 20,
} as const
type State = (typeof states)[keyof typeof states]

const hashPrime = 16_777_619
const inObject = 1
const inList = 2
const [quote, backslash, comma, colon, openList, closeList, openObject, closeObject] = [
  0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d,
] as const
const [plus, minus, dot, zero, nine] = [0x2b, 0x2d, 0x2e, 0x30, 0x39] as const
const byteOrderMark = [0xef, 0xbb, 0xbf] as const
const literals: Readonly<Record<number, Uint8Array>> = Object.fromEntries(
  ['true', 'false', 'null'].map((word) => [word.charCodeAt(0), new TextEncoder().encode(word)]),
)

const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
const isDigit = (byte: number) => byte >= zero && byte <= nine
const isHex = (byte: number) => isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)
/** True for `e` and `E`. */
const isExponent = (byte: number) => (byte | 0x20) === 0x65
const isEscapable = (byte: number) => '"\\/bfnrt'.includes(String.fromCharCode(byte))

/**
 * Scans UTF-8 JSON byte by byte as it arrives, in pieces of any length, and keeps none of it. The scanner accepts
 * exactly what `JSON.parse` accepts of the decoded bytes (RFC 8259), within the limits.
 */
export function createJsonLimitScanner(
  { bytes: maxBytes, values: maxValues, names: maxNames, depth: maxDepth, textBytes: maxText, atOnce }: ResponseLimits,
  cutBytes = chunkBytes,
): JsonLimitScanner {
  const stack = new Uint8Array(maxDepth + 2)
  const lists: ArrayChunkOffsets[] = []
  let state: State = states.start
  let depth = 0
  /** Number of bytes in earlier calls of `scan`. */
  let before = 0
  let values = 0
  /** Offset of the first byte of the current string or number. */
  let tokenStart = 0
  /** How many bytes of a literal, a byte order mark or an escape were read. */
  let matchedBytes = 0
  let isKey = false
  /** Hash of the name that is being read. */
  let hash = 0
  /** Hashes of all names so far. Each different name costs far more memory than a value. */
  const names = new Set<number>()
  let literal = byteOrderMark as ArrayLike<number>
  /** Start of the open array of the outermost object; -1 without one. */
  let listStart = -1
  let openArray: ArrayChunkOffsets | null = null
  /** Start of the part that is not cut yet, and the number of values before it. */
  let chunkStart = 0
  let chunkValues = 0
  /** Totals of the chunks that were cut. Chunks are parsed separately from the rest. */
  let chunked = { bytes: 0, values: 0 }
  let currentMaxBytes = Math.min(maxBytes, atOnce.bytes)

  const exceededLimit = (measure: ExceededJsonLimit['measure'], limit: number, at: number): ExceededJsonLimit => ({
    measure,
    limit,
    at,
  })
  const tooManyBytes = () => exceededLimit('bytes', Math.min(maxBytes, atOnce.bytes), currentMaxBytes)

  function endChunk(at: number): void {
    if (!openArray) {
      openArray = { start: listStart, ends: [] }
      lists.push(openArray)
    }
    openArray.ends.push(at)
    chunked = { bytes: chunked.bytes + at - chunkStart, values: chunked.values + values - chunkValues }
    chunkStart = at + 1
    chunkValues = values
    currentMaxBytes = Math.min(maxBytes, chunked.bytes + atOnce.bytes)
  }

  function open(kind: number, at: number): boolean {
    depth += 1
    if (depth > maxDepth) return false
    stack[depth] = kind
    if (depth === 2 && kind === inList && stack[1] === inObject) {
      listStart = chunkStart = at + 1
      chunkValues = values
    }
    return true
  }

  function close(at: number): void {
    if (depth === 2 && listStart !== -1) {
      if (openArray) endChunk(at)
      listStart = -1
      openArray = null
    }
    depth -= 1
    state = depth === 0 ? states.end : states.afterValue
  }

  /** Handles the first byte of a value. Returns false if no value starts with this byte. */
  function begin(byte: number, at: number): boolean | ExceededJsonLimit {
    values += 1
    if (values > maxValues) return exceededLimit('values', maxValues, at)
    if (values - chunked.values > atOnce.values) return exceededLimit('values', atOnce.values, at)
    tokenStart = at
    if (byte === quote) {
      isKey = false
      state = states.string
    } else if (byte === openObject || byte === openList) {
      if (!open(byte === openObject ? inObject : inList, at)) return exceededLimit('depth', maxDepth, at)
      state = byte === openObject ? states.firstKey : states.firstItem
    } else if (byte === minus) state = states.minus
    else if (byte === zero) state = states.zero
    else if (isDigit(byte)) state = states.integer
    else {
      const word = literals[byte]
      if (!word) return false
      literal = word
      matchedBytes = 1
      state = states.literal
    }
    return true
  }

  const endValue = () => (state = depth === 0 ? states.end : states.afterValue)

  /** Handles a byte outside of strings, numbers and literals. */
  function structure(byte: number, at: number): boolean | ExceededJsonLimit {
    switch (state) {
      case states.start:
        if (byte === byteOrderMark[0] && at === 0) {
          literal = byteOrderMark
          matchedBytes = 1
          state = states.mark
          return true
        }
        return begin(byte, at)
      case states.firstItem:
        if (byte !== closeList) return begin(byte, at)
        close(at)
        return true
      case states.value:
        return begin(byte, at)
      case states.firstKey:
      case states.key:
        if (byte === quote) {
          isKey = true
          hash = 0
          tokenStart = at
          state = states.string
          return true
        }
        if (byte !== closeObject || state === states.key) return false
        close(at)
        return true
      case states.colon:
        state = states.value
        return byte === colon
      case states.afterValue:
        if (byte === comma) {
          if (depth === 2 && listStart !== -1 && at - chunkStart >= cutBytes) endChunk(at)
          state = stack[depth] === inObject ? states.key : states.value
          return true
        }
        if (byte !== (stack[depth] === inObject ? closeObject : closeList)) return false
        close(at)
        return true
      default:
        return false
    }
  }

  /** Handles a byte of a number. Returns null if the number ended before this byte. */
  function number(byte: number): boolean | null {
    if (isDigit(byte)) {
      if (state === states.zero) return null
      state = afterDigit(state, byte)
      return true
    }
    if (byte === dot && (state === states.zero || state === states.integer)) state = states.dot
    else if (isExponent(byte) && mayEnd(state) && state !== states.power) state = states.exponent
    else if ((byte === plus || byte === minus) && state === states.exponent) state = states.exponentSign
    else return mayEnd(state) ? null : false
    return true
  }

  function scan(bytes: Uint8Array): 'ok' | 'not_json' | ExceededJsonLimit {
    const count = bytes.length
    for (let index = 0; index < count; index += 1) {
      const byte = bytes[index] as number
      if (state === states.string) {
        // Most bytes are inside strings. This inner loop handles them without the checks of the other states.
        let last = byte
        while (last !== quote && last !== backslash && last >= 0x20) {
          if (isKey) hash = Math.imul(hash ^ last, hashPrime)
          index += 1
          if (index === count) break
          last = bytes[index] as number
        }
        const at = before + index
        const maxTextEnd = tokenStart + 1 + maxText
        if (at > maxTextEnd && maxTextEnd <= currentMaxBytes) return exceededLimit('text', maxText, maxTextEnd)
        if (index === count) break
        if (at >= currentMaxBytes) return tooManyBytes()
        if (last === quote) {
          if (isKey) {
            names.add(hash)
            if (names.size > maxNames) return exceededLimit('names', maxNames, at)
            state = states.colon
          } else endValue()
        } else if (last === backslash) state = states.escape
        else return 'not_json'
        continue
      }
      const at = before + index
      if (at >= currentMaxBytes) return tooManyBytes()
      if (state <= states.end && state !== states.mark) {
        if (isBlank(byte)) continue
        const is = structure(byte, at)
        if (is === true) continue
        return is === false ? 'not_json' : is
      }
      if (state === states.escape || state === states.hex) hash = Math.imul(hash ^ byte, hashPrime)
      if (state === states.escape) {
        if (byte === 0x75) {
          matchedBytes = 0
          state = states.hex
        } else if (isEscapable(byte)) state = states.string
        else return 'not_json'
      } else if (state === states.hex) {
        if (!isHex(byte)) return 'not_json'
        matchedBytes += 1
        if (matchedBytes === 4) state = states.string
      } else if (state === states.literal || state === states.mark) {
        if (byte !== literal[matchedBytes]) return 'not_json'
        matchedBytes += 1
        if (matchedBytes < literal.length) continue
        if (state === states.mark) state = states.value
        else endValue()
      } else {
        const is = number(byte)
        if (is === false) return 'not_json'
        if (is === null) {
          endValue()
          index -= 1
        } else if (at - tokenStart >= maxText) return exceededLimit('text', maxText, at)
      }
    }
    before += count
    return before > currentMaxBytes ? tooManyBytes() : 'ok'
  }

  return { scan, isWhole: () => state === states.end || (depth === 0 && mayEnd(state)), chunkedArrays: () => lists }
}

function afterDigit(state: State, byte: number): State {
  if (state === states.minus) return byte === zero ? states.zero : states.integer
  if (state === states.dot) return states.fraction
  return state === states.exponent || state === states.exponentSign ? states.power : state
}

/** Returns true if a number may end in this state. */
function mayEnd(state: State): boolean {
  return state === states.zero || state === states.integer || state === states.fraction || state === states.power
}
