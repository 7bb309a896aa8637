import { z } from 'zod'

/** Why a file is refused as a whole. The renderer has one text per code. */
export const documentRefusals = [
  'unreadable',
  'tooLarge',
  'notParsed',
  'notAnObject',
  'notOpenapi',
  'otherVersion',
  'tooDeep',
  'tooManyValues',
  'tooManyCharacters',
  'tooManyAliases',
  'longName',
  'prototypeKey',
  'outsideReference',
  'tooManyOperations',
  'noOperations',
  'tooSlow',
  'outOfMemory',
] as const
export type DocumentRefusal = (typeof documentRefusals)[number]

/** What is left out of a document or does not follow OpenAPI. The renderer has one text per code. */
export const documentWarningCodes = [
  'otherServer',
  'outsideV1',
  'unreadableOperation',
  'sameOperation',
  'notConforming',
] as const
export type DocumentWarningCode = (typeof documentWarningCodes)[number]

function problemSchema<const Code extends readonly [string, ...string[]]>(codes: Code) {
  return z.object({
    code: z.enum(codes),
    /** A JSON pointer into the document, or a line of the file; empty for the whole document. */
    at: z.string(),
    /** Placeholders of the code's text. */
    values: z.record(z.string(), z.union([z.string(), z.number()])),
  })
}

export const refusedDocumentSchema = problemSchema(documentRefusals)
export type RefusedDocument = z.infer<typeof refusedDocumentSchema>
export const documentWarningSchema = problemSchema(documentWarningCodes)
export type DocumentWarning = z.infer<typeof documentWarningSchema>
