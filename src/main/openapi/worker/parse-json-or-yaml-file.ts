import { LineCounter, parseDocument } from 'yaml'
import { decodeTextFile } from '#shared/decode-text-file.ts'
import { openapiDocumentLimits } from '#main/openapi/openapi-limits.ts'
import { RefusedOpenapiDocumentError } from './refused-openapi-document-error.ts'

/** Returns the value of a JSON or YAML file. Throws `RefusedOpenapiDocumentError`. */
export function parseJsonOrYamlFile(bytes: Uint8Array): unknown {
  const text = readText(bytes)
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text)
    } catch {
      // YAML also has lists and objects in brackets. The YAML parser names the line of an error.
    }
  }
  return parseYaml(text)
}

function readText(bytes: Uint8Array): string {
  const decoding = decodeTextFile(bytes)
  for (;;) {
    const { done, value } = decoding.next()
    if (done) return value.text
  }
}

function parseYaml(text: string): unknown {
  const lineCounter = new LineCounter()
  try {
    const document = parseDocument(text, { lineCounter, logLevel: 'silent', prettyErrors: false })
    const [error] = document.errors
    if (error) {
      // The parser reports a stack overflow as a syntax error of the text.
      if (/call stack/.test(error.message)) throw new RangeError(error.message)
      const { line } = lineCounter.linePos(error.pos[0])
      throw new RefusedOpenapiDocumentError('notParsed', '', { line, reason: error.message })
    }
    return document.toJS({ maxAliasCount: openapiDocumentLimits.aliases })
  } catch (error) {
    if (error instanceof RangeError)
      throw new RefusedOpenapiDocumentError('tooDeep', '', { max: openapiDocumentLimits.depth })
    if (error instanceof ReferenceError)
      throw new RefusedOpenapiDocumentError('tooManyAliases', '', { max: openapiDocumentLimits.aliases })
    throw error
  }
}
