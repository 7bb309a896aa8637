import type { TextWithCodeUnits } from './moving-file-text-window.ts'
import { recordsFileLimits } from './records-file-limits.ts'
import type { RecordsFileErrorCode } from './records-file-finding-codes.ts'

/** Bit flags for what a token contains, combined with `|`. */
export const tokenContentFlags = { quoted: 1, escape: 2, nonAscii: 4, tab: 8 } as const

export type ZoneFileEntryProblem = Extract<
  RecordsFileErrorCode,
  'controlCharacter' | 'undecodable' | 'unclosedQuote' | 'unopenedParenthesis' | 'unclosedParenthesis' | 'entryTooLong'
>

/** Finds the entries of a zone file and their tokens (RFC 1035, section 5.1). Reused for every entry, for speed. */
export interface ZoneFileEntryScanner {
  /** The tokens of the last entry, as parts of the text. Quotation marks are not included. */
  count: number
  starts: Int32Array
  ends: Int32Array
  flags: Uint8Array
  /** True if the entry begins with a blank, so it has no owner. */
  isIndented: boolean
  /** The first problem of the entry. The entry is then scanned to its end all the same. */
  problem: ZoneFileEntryProblem | null
  /** True if a comment of the entry contains NUL or undecodable bytes. */
  isCommentDamaged: boolean
  /** The number of line ends passed so far. */
  lines: number
  /** Scans the entry that begins at `from`, and returns where the next entry begins. */
  scan(units: TextWithCodeUnits, from: number): number
}

/** The kinds of characters. Those up to `close` end a token. */
const ordinary = 0
const blank = 1
const lineEnd = 2
const comment = 3
const quote = 4
const open = 5
const close = 6
const backslash = 7
const control = 8
const nonAscii = 9
/** Only in quotation marks. */
const quotedTab = 10

/** The kind of every UTF-16 code unit. A table of all of them is faster than a comparison with the end of ASCII. */
const kinds = new Uint8Array(65_536).fill(ordinary, 32, 127).fill(control, 0, 32).fill(control, 127, 128)
kinds.fill(nonAscii, 128)
for (const [characters, kind] of [
  ['\t ', blank],
  ['\n\r', lineEnd],
  [';', comment],
  ['"', quote],
  ['(', open],
  [')', close],
  ['\\', backslash],
] as const)
  for (const character of characters) kinds[character.charCodeAt(0)] = kind

/** The kinds of characters in quotation marks, where only a quotation mark or the line end ends a token. */
const quotedKinds = kinds.slice()
for (const character of ' ;()') quotedKinds[character.charCodeAt(0)] = ordinary
quotedKinds['\t'.charCodeAt(0)] = quotedTab

const quoteCode = 34
const newline = 10
const carriageReturn = 13
const replacementCharacter = 0xfffd

/**
 * The tokens of one entry. All scanners have the same arrays, because a reader is done with an entry before it yields.
 */
const maxTokens = recordsFileLimits.entryCharacters + 1
const starts = new Int32Array(maxTokens)
const ends = new Int32Array(maxTokens)
const flags = new Uint8Array(maxTokens)

export function createZoneFileEntryScanner(): ZoneFileEntryScanner {
  function fail(problem: ZoneFileEntryProblem): void {
    scanner.problem ??= problem
  }

  /** Returns where the line ends, at most `limit`. */
  function scanComment(codes: Uint16Array, from: number, limit: number): number {
    for (let at = from; at < limit; at += 1) {
      const code = codes[at] as number
      if (code > carriageReturn && code < replacementCharacter) continue
      if (code === newline || code === carriageReturn) return at
      if (code === 0 || code === replacementCharacter) scanner.isCommentDamaged = true
    }
    return limit
  }

  /** Scans the token of this index from its first character. Returns where the scan goes on, at most `limit`. */
  function scanToken(codes: Uint16Array, from: number, limit: number, index: number, isQuoted: boolean): number {
    const tokenKinds = isQuoted ? quotedKinds : kinds
    let flag: number = isQuoted ? tokenContentFlags.quoted : 0
    let at = from
    for (; at < limit; at += 1) {
      let code = codes[at] as number
      while (tokenKinds[code] === ordinary) {
        at += 1
        code = codes[at] as number
      }
      const kind = tokenKinds[code] as number
      if (at >= limit || kind <= close) break
      if (kind === nonAscii) {
        flag |= tokenContentFlags.nonAscii
        if (code === replacementCharacter) fail('undecodable')
      } else if (kind === backslash) {
        flag |= tokenContentFlags.escape
        const next = codes[at + 1] as number
        if (next !== newline && next !== carriageReturn) at += 1
      } else if (kind === quotedTab) flag |= tokenContentFlags.tab
      else fail('controlCharacter')
    }
    at = Math.min(at, limit)
    starts[index] = from
    ends[index] = at
    flags[index] = flag
    if (!isQuoted) return at
    if (at < limit && (codes[at] as number) === quoteCode) return at + 1
    fail('unclosedQuote')
    return at
  }

  function scan(units: TextWithCodeUnits, from: number): number {
    const { codes } = units
    const { length } = units.text
    const limit = Math.min(length, from + recordsFileLimits.entryCharacters)
    let depth = 0
    let at = from
    let count = 0
    scanner.problem = null
    scanner.isCommentDamaged = false
    scanner.isIndented = from < limit && kinds[codes[from] as number] === blank
    while (at < limit) {
      let kind = kinds[codes[at] as number] as number
      if (kind === ordinary) {
        // Nearly all tokens are of ordinary characters only. The others are scanned again from their start.
        const start = at
        do {
          at += 1
          kind = kinds[codes[at] as number] as number
        } while (kind === ordinary)
        if (at >= limit) {
          at = limit
          kind = blank
        }
        if (kind <= close) {
          starts[count] = start
          ends[count] = at
          flags[count] = 0
          count += 1
          if (kind === blank) {
            at += 1
            continue
          }
        } else at = start
      }
      switch (kind) {
        case blank:
          at += 1
          break
        case lineEnd:
          at += (codes[at] as number) === carriageReturn && (codes[at + 1] as number) === newline ? 2 : 1
          scanner.lines += 1
          if (depth === 0) {
            scanner.count = count
            return at
          }
          break
        case comment:
          at = scanComment(codes, at, limit)
          break
        case open:
          depth += 1
          at += 1
          break
        case close:
          if (depth === 0) fail('unopenedParenthesis')
          else depth -= 1
          at += 1
          break
        default:
          at = scanToken(codes, kind === quote ? at + 1 : at, limit, count, kind === quote)
          count += 1
      }
    }
    at = Math.min(at, limit)
    scanner.count = count
    if (at < length) scanner.problem = 'entryTooLong'
    else if (depth > 0) scanner.problem = 'unclosedParenthesis'
    return at
  }

  const scanner: ZoneFileEntryScanner = {
    count: 0,
    starts,
    ends,
    flags,
    isIndented: false,
    problem: null,
    isCommentDamaged: false,
    lines: 0,
    scan,
  }
  return scanner
}
