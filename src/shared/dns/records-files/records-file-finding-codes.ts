/** The file is refused as a whole, because the reader cannot tell what the rest of the file means. */
export const wholeRecordsFileErrorCodes = [
  'tooLarge',
  'tooManyRecords',
  'tooManyFindings',
  'generatedTooMuch',
  'entryTooLong',
  'unclosedParenthesis',
  'csvUnclosedQuote',
  'csvMissingColumn',
  'jsonForm',
] as const

/** An entry of the file is not taken. */
export const recordsFileEntryErrorCodes = [
  'controlCharacter',
  'undecodable',
  'unclosedQuote',
  'unopenedParenthesis',
  'badEscape',
  'noOwner',
  'noOrigin',
  'outsideZone',
  'otherClass',
  'noType',
  'unknownType',
  'unsupportedType',
  'genericType',
  'genericData',
  'soa',
  'recordForm',
  'txtNotUtf8',
  'includeRefused',
  'unknownDirective',
  'directiveForm',
  'generateForm',
  'generateTooMany',
  'csvQuote',
  'csvCellCount',
  'numberForm',
  'jsonRecordForm',
] as const

/** Something was assumed, or a part of the file is ignored. The records are taken. */
export const recordsFileWarningCodes = [
  'ttlFromSoa',
  'ttlInherited',
  'ttlAssumed',
  'priorityAssumed',
  'repeatedRecord',
  'unknownColumn',
  'commentDamaged',
  'shiftJisAssumed',
] as const

export type RecordsFileErrorCode =
  (typeof wholeRecordsFileErrorCodes)[number] | (typeof recordsFileEntryErrorCodes)[number]
export type RecordsFileWarningCode = (typeof recordsFileWarningCodes)[number]
export type RecordsFileFindingCode = RecordsFileErrorCode | RecordsFileWarningCode
