import type { AnswerBody } from '#main/api/answer.ts'
import { createJsonScanner } from '#main/api/json-scanner.ts'
import type { AnswerLimits } from '#shared/api/limits.ts'

const endless = Number.POSITIVE_INFINITY
const unlimited: AnswerLimits = { bytes: endless, values: endless, names: endless, depth: 1_000, textBytes: endless, atOnce: { bytes: endless, values: endless } }

/** A body of any size, as the transport would have taken it. */
export function wholeBody(bytes: Uint8Array): AnswerBody {
  const scanner = createJsonScanner(unlimited)
  const isJson = scanner.scan(bytes) === 'ok' && scanner.isWhole()
  return { bytes, isJson, lists: isJson ? scanner.lists() : [] }
}
