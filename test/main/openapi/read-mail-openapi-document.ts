import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { mailDocumentPath } from './build-and-import-openapi-documents.ts'

/** The invented document as a world of the simulator takes it. */
export function readMailOpenapiDocument(): Record<string, unknown> {
  return parse(readFileSync(mailDocumentPath, 'utf8')) as Record<string, unknown>
}
