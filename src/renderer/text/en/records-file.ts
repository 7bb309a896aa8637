import type {
  RecordsFileErrorCode,
  RecordsFileWarningCode,
} from '#shared/dns/records-files/records-file-finding-codes.ts'
import type { IncompletelyWrittenRecord } from '#shared/dns/records-files/write-zone-file.ts'

/**
 * Findings in zone files, CSV and JSON files with records. Codes of the record rules have their texts in `dns.invalid`.
 */
export const recordsFile = {
  error: {
    tooLarge: 'The file is too large; the limit is {max} bytes.',
    tooManyRecords: 'The file has more than {max} records, so it was not read.',
    tooManyFindings: 'There are more than {max} problems in the file, so it was not read.',
    generatedTooMuch: '$GENERATE lines produce more than {max} characters, so the file was not read.',
    entryTooLong: 'This entry has more than {max} characters. The file cannot be read from here on.',
    unclosedParenthesis: 'The parenthesis that opens here is not closed. The file cannot be read from here on.',
    csvUnclosedQuote: 'A quotation mark is not closed. The file cannot be read from here on.',
    csvMissingColumn: 'These columns are missing: {columns}. The first row must name the columns.',
    jsonForm: 'The file is not JSON with a list of records.',
    controlCharacter: 'The line contains a control character, such as NUL.',
    undecodable: 'The line contains characters that cannot be read. Check the encoding of the file.',
    unclosedQuote: 'A quotation mark is not closed on its line.',
    unopenedParenthesis: 'A parenthesis is closed that was not opened.',
    badEscape: 'A backslash must be followed by a character or by three digits up to 255.',
    noOwner: 'The line names no host, and the last host before it is missing or not a valid host of this domain.',
    noOrigin: 'The name is relative to an invalid $ORIGIN.',
    outsideZone: '{name} is outside of this zone.',
    otherClass: 'Class {class} is not supported. The service has records of class IN only.',
    noType: 'The record has no type.',
    unknownType: '“{type}” is not a record type.',
    unsupportedType: 'The service does not support records of type {type}.',
    genericType: 'The service does not support the generic type {type}.',
    genericData: 'Generic data (\\#) of type {type} is not supported. Write the data in its usual form.',
    soa: 'The service manages the SOA record itself. It is not imported.',
    recordForm: 'The data of the {type} record does not have the expected form. Example: {form}',
    txtNotUtf8: 'The text contains bytes that are not UTF-8. The service stores text only.',
    includeRefused: '$INCLUDE is not supported. Import the other file separately.',
    unknownDirective: '{directive} is not a known directive.',
    directiveForm: '{directive} is not valid. Example: {form}',
    generateForm: '$GENERATE is not valid. Example: {form}',
    generateTooMany: '$GENERATE would produce {n} records; the limit is {max}.',
    csvQuote: 'Text follows a closing quotation mark in the same cell.',
    csvCellCount: 'The row has {n} cells, but there are {max} columns.',
    numberForm: '“{value}” in {field} is not a whole number.',
    jsonRecordForm: 'The record is not valid: {field}',
  } satisfies Record<RecordsFileErrorCode, string>,
  warning: {
    ttlFromSoa: 'Records without a TTL: {n}. The minimum of the SOA record is used: {ttl} seconds.',
    ttlInherited: 'Records without a TTL: {n}. The TTL of the record before is used, first {ttl} seconds.',
    ttlAssumed: 'Records without a TTL: {n}. The default of the service is used: {ttl} seconds.',
    priorityAssumed: 'MX or SRV records without a priority: {n}. The default of the service is used: {priority}.',
    repeatedRecord: 'This record is already given further up. It counts once, with the TTL given there.',
    unknownColumn: 'These columns are ignored: {columns}',
    commentDamaged: 'A comment contains characters that cannot be read. It has no effect.',
    shiftJisAssumed: 'The file is not UTF-8. It was read as Shift_JIS.',
  } satisfies Record<RecordsFileWarningCode, string>,
  incompletelyWritten: {
    writtenAsComment: 'This record cannot be written in a zone file. It is in the file as a comment.',
    priorityNotWritten: 'The priority of this record cannot be written in a zone file.',
    apostropheAdded:
      'A spreadsheet would take a value of this record for a formula. The file has an apostrophe before the value. Banto removes it when it reads the file.',
  } satisfies Record<IncompletelyWrittenRecord['code'], string>,
}
