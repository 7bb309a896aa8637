import { zoneFileLimits } from './zone-file-limits.ts'
import type { ZoneFileErrorCode } from './zone-file-finding-codes.ts'

/** What a token contains; combined with `|`. */
export const tokenFlags = { quoted: 1, escape: 2, nonAscii: 4 } as const

export type EntryProblem = Extract<
  ZoneFileErrorCode,
  'controlCharacter' | 'undecodable' | 'unclosedQuote' | 'unopenedParenthesis' | 'unclosedParenthesis' | 'entryTooLong'
>

/** Finds the entries of a zone file and their tokens (RFC 1035, section 5.1). Reused for every entry, for speed. */
export interface EntryScanner {
  /** The tokens of the last entry, as parts of the text. Quotation marks are not included. */
  count: number
  starts: Int32Array
  ends: Int32Array
  flags: Uint8Array
  /** Whether the entry begins with a blank, so that it has no owner. */
  isIndented: boolean
  /** The first problem of the entry. The entry is then scanned to its end all the same. */
  problem: EntryProblem | null
  /** Whether a comment of the entry contains NUL or undecodable bytes. */
  isCommentDamaged: boolean
  /** The number of line ends passed so far. */
  lines: number
  /** Scans the entry that begins at `from`, and returns where the next entry begins. */
  scan(text: string, from: number): number
}

const [ordinary, blank, lineEnd, comment, quote, open, close, backslash, control, other] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
] as const

const kinds = new Uint8Array(128).fill(control, 0, 32)
kinds[127] = control
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

const quoteCode = 34
const newline = 10
const carriageReturn = 13
const replacementCharacter = 0xfffd

export function createEntryScanner(): EntryScanner {
  const starts = new Int32Array(zoneFileLimits.entryCharacters + 1)
  const ends = new Int32Array(zoneFileLimits.entryCharacters + 1)
  const flags = new Uint8Array(zoneFileLimits.entryCharacters + 1)

  function fail(problem: EntryProblem): void {
    scanner.problem ??= problem
  }

  function addToken(start: number, end: number, flag: number): void {
    starts[scanner.count] = start
    ends[scanner.count] = end
    flags[scanner.count] = flag
    scanner.count += 1
  }

  /** Returns where the line ends, at most `limit`. */
  function scanComment(text: string, from: number, limit: number): number {
    for (let at = from; at < limit; at += 1) {
      const code = text.charCodeAt(at)
      if (code === newline || code === carriageReturn) return at
      if (code === 0 || code === replacementCharacter) scanner.isCommentDamaged = true
    }
    return limit
  }

  /** Scans a token from its first character. Returns where the scan goes on, at most `limit`. */
  function scanToken(text: string, from: number, limit: number, isQuoted: boolean): number {
    let flag: number = isQuoted ? tokenFlags.quoted : 0
    let at = from
    for (; at < limit; at += 1) {
      const code = text.charCodeAt(at)
      const kind = code < 128 ? kinds[code] : other
      if (kind === ordinary) continue
      if (kind === other) {
        flag |= tokenFlags.nonAscii
        if (code === replacementCharacter) fail('undecodable')
      } else if (kind === control) fail('controlCharacter')
      else if (kind === backslash) {
        flag |= tokenFlags.escape
        const next = text.charCodeAt(at + 1)
        if (next !== newline && next !== carriageReturn) at += 1
      } else if (!isQuoted || kind === quote || kind === lineEnd) break
    }
    at = Math.min(at, limit)
    addToken(from, at, flag)
    if (!isQuoted) return at
    if (at < limit && text.charCodeAt(at) === quoteCode) return at + 1
    fail('unclosedQuote')
    return at
  }

  function scan(text: string, from: number): number {
    const table = kinds
    const limit = Math.min(text.length, from + zoneFileLimits.entryCharacters)
    let depth = 0
    let at = from
    scanner.count = 0
    scanner.problem = null
    scanner.isCommentDamaged = false
    scanner.isIndented = from < limit && table[text.charCodeAt(from)] === 1
    let count = 0
    while (at < limit) {
      let code = text.charCodeAt(at)
      const kind = code < 128 ? table[code] : 9
      if (kind === 1) {
        at += 1
        continue
      }
      if (kind === 0) {
        const start = at
        do at += 1
        while (at < limit && (code = text.charCodeAt(at)) < 128 && table[code] === 0)
        if (at === limit || (code < 128 && (table[code] as number) < 7)) {
          starts[count] = start
          ends[count] = at
          flags[count] = 0
          count += 1
          continue
        }
        at = start
      }
      switch (kind) {
        case 2:
          at += code === 13 && text.charCodeAt(at + 1) === 10 ? 2 : 1
          scanner.lines += 1
          if (depth === 0) {
            scanner.count = count
            return at
          }
          break
        case 3:
          at = scanComment(text, at, limit)
          break
        case 5:
          depth += 1
          at += 1
          break
        case 6:
          if (depth === 0) fail('unopenedParenthesis')
          else depth -= 1
          at += 1
          break
        case 4:
          scanner.count = count
          at = scanToken(text, at + 1, limit, true)
          count += 1
          break
        default:
          scanner.count = count
          at = scanToken(text, at, limit, false)
          count += 1
      }
    }
    scanner.count = count
    if (at < text.length) scanner.problem = 'entryTooLong'
    else if (depth > 0) scanner.problem = 'unclosedParenthesis'
    return at
  }

  const scanner: EntryScanner = {
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
