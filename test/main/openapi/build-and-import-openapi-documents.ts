import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SimulatorRig } from '#test/main-process-rig.ts'
import type { OpenapiDocument } from '#shared/ipc/openapi.ts'
import type { OpenapiDocumentRefusal } from '#shared/openapi/openapi-document-problems.ts'

export const mailDocumentPath = join(import.meta.dirname, 'mail-accounts.openapi.yaml')

/** A document of one operation for each path, with these components. */
export function buildOpenapiDocument(
  paths: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return { openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths, ...more }
}

/** An operation with a JSON body of this schema. */
export function buildPostOperation(schema: unknown): Record<string, unknown> {
  return { post: { requestBody: { required: true, content: { 'application/json': { schema } } }, responses: {} } }
}

/** Imports a file with this content; a content that is no text is written as JSON. */
export function importContent(rig: SimulatorRig, accountId: string, content: unknown) {
  const path = join(rig.profile, 'chosen.json')
  writeFileSync(path, typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content))
  return importFile(rig, accountId, path)
}

export function importFile(rig: SimulatorRig, accountId: string, path: string) {
  rig.chooseFile(path)
  return rig.call('openapi.import', { accountId })
}

export async function importDocument(rig: SimulatorRig, accountId: string, content: unknown): Promise<OpenapiDocument> {
  const answer = await importContent(rig, accountId, content)
  if (answer.outcome !== 'imported') throw new Error(JSON.stringify(answer))
  return answer.document
}

export async function importAndExpectRefusal(
  rig: SimulatorRig,
  accountId: string,
  content: unknown,
): Promise<OpenapiDocumentRefusal> {
  const answer = await importContent(rig, accountId, content)
  if (answer.outcome !== 'refused') throw new Error(JSON.stringify(answer))
  return answer.refusal
}
