import { recordsFileLimits } from './records-file-limits.ts'

/**
 * A text and its UTF-16 code units in an array: a loop over an array takes a third of the time of a loop with
 * `charCodeAt`. The code after the last one is 0, so that a loop over the codes of a token ends without a comparison of
 * its index.
 */
export interface TextWithCodeUnits {
  text: string
  codes: Uint16Array
}

/**
 * A window of a file: it moves along the file, so that no slice of the work takes the time and memory of the whole
 * file.
 */
export interface FileTextWindow extends TextWithCodeUnits {
  file: string
  /** Where the window begins in the file. */
  offset: number
}

interface Encoder {
  encodeInto(text: string, bytes: Uint8Array): { read: number; written: number }
}
const { TextEncoder } = globalThis as unknown as { TextEncoder: new () => Encoder }
const encoder = new TextEncoder()

/** Characters beyond the longest entry, so that the window moves seldom. */
const movedAtOnce = 65_536
const longestPart = recordsFileLimits.entryCharacters + movedAtOnce
/** Reused, because a new array for each window costs more than the conversion. */
const buffer = new Uint8Array(longestPart)

export function createFileTextWindow(file: string): FileTextWindow {
  const window = { file, offset: 0, text: '', codes: new Uint16Array(Math.min(file.length, longestPart) + 1) }
  move(window, 0)
  return window
}

/**
 * Moves the window on if it does not hold the longest entry that may begin at `from`, and the character after it.
 * Returns where the entry begins in the window.
 */
export function moveFileTextWindowToEntry(window: FileTextWindow, from: number): number {
  const { file, offset, text } = window
  if (from + recordsFileLimits.entryCharacters < text.length || offset + text.length === file.length) return from
  move(window, from)
  return 0
}

function move(window: FileTextWindow, from: number): void {
  const { file, codes } = window
  const kept = window.text.length - from
  codes.copyWithin(0, from, window.text.length)
  window.offset += from
  window.text = file.slice(window.offset, window.offset + longestPart)
  fill(codes, kept, window.text.slice(kept))
}

/** Puts the codes of a text at an index, and a 0 after them. The text is not longer than the longest window. */
function fill(codes: Uint16Array, start: number, text: string): void {
  const { read, written } = encoder.encodeInto(text, buffer)
  // As many bytes as code units: the text is ASCII, and its bytes are its code units.
  if (read === text.length && written === read) codes.set(buffer.subarray(0, written), start)
  else for (let at = 0; at < text.length; at += 1) codes[start + at] = text.charCodeAt(at)
  codes[start + text.length] = 0
}

/** A short text with its codes. */
export function createTextWithCodeUnits(text: string): TextWithCodeUnits {
  const codes = new Uint16Array(text.length + 1)
  fill(codes, 0, text)
  return { text, codes }
}
