import { z } from 'zod'

/** The reasons why a file is refused as a whole. The renderer has one text per code. */
export const openapiDocumentRefusalCodes = [
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
export type OpenapiDocumentRefusalCode = (typeof openapiDocumentRefusalCodes)[number]

/** What is left out of a document or does not follow OpenAPI. The renderer has one text per code. */
export const openapiDocumentWarningCodes = [
  'otherServer',
  'outsideV1',
  'unreadableOperation',
  'sameOperation',
  'notConforming',
] as const
export type OpenapiDocumentWarningCode = (typeof openapiDocumentWarningCodes)[number]

function problemSchema<const Code extends readonly [string, ...string[]]>(codes: Code) {
  return z.object({
    code: z.enum(codes),
    /** A JSON pointer into the document, or a line of the file; empty for the whole document. */
    at: z.string(),
    /** Placeholders of the code's text. */
    values: z.record(z.string(), z.union([z.string(), z.number()])),
  })
}

export const openapiDocumentRefusalSchema = problemSchema(openapiDocumentRefusalCodes)
export type OpenapiDocumentRefusal = z.infer<typeof openapiDocumentRefusalSchema>
export const openapiDocumentWarningSchema = problemSchema(openapiDocumentWarningCodes)
export type OpenapiDocumentWarning = z.infer<typeof openapiDocumentWarningSchema>
