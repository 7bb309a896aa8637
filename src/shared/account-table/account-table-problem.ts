import type { AccountTableColumn } from './account-table-columns.ts'

/** Why a line of a pasted table of accounts, or the rest of the table after it, cannot be used. */
export const accountTableProblemCodes = [
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
export interface AccountTableProblem {
  /** The first line is 1. */
  line: number
  code: (typeof accountTableProblemCodes)[number]
  column?: AccountTableColumn
  /** A limit: lines, characters or cells. */
  max?: number
  /** The earlier line that this line contradicts or repeats. */
  otherLine?: number
}
