/** The file is refused as a whole, because the reader cannot tell what the rest of the file means. */
export const fileErrorCodes = [
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
export const entryErrorCodes = [
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
export const fileWarningCodes = [
  'ttlFromSoa',
  'ttlInherited',
  'ttlAssumed',
  'priorityAssumed',
  'unknownColumn',
  'commentDamaged',
  'shiftJisAssumed',
] as const

export type ZoneFileErrorCode = (typeof fileErrorCodes)[number] | (typeof entryErrorCodes)[number]
export type ZoneFileWarningCode = (typeof fileWarningCodes)[number]
export type ZoneFileFindingCode = ZoneFileErrorCode | ZoneFileWarningCode
