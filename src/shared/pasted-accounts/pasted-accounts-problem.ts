import type { PastedAccountColumn } from './pasted-account-columns.ts'

/** The reasons why a line of a pasted table of accounts, or the rest of the table after it, cannot be used. */
export const pastedAccountsProblemCodes = [
  'tableTooLarge',
  'tooManyLines',
  'headingLacksColumn',
  'headingNamesColumnTwice',
  'unclosedQuote',
  'textAfterQuote',
  'tooLong',
  'undecodable',
  'tooManyCells',
  'missing',
  'cellTooLong',
  'baseUrlForm',
  'keyCharacters',
  'keyInOtherColumn',
  'keyGivenTwice',
  'keyLabelGivenTwice',
  'otherFolder',
] as const

/** No field holds the text of a cell, because a key may be in the wrong column. */
export interface PastedAccountsProblem {
  /** The first line is 1. */
  line: number
  code: (typeof pastedAccountsProblemCodes)[number]
  column?: PastedAccountColumn
  /** A limit: lines, characters or cells. */
  max?: number
  /** The earlier line that this line contradicts or repeats. */
  otherLine?: number
}
