import type { ResponseBody } from '#main/api/http/parse-response.ts'
import { createJsonLimitScanner } from '#main/json-limit-scanner.ts'
import type { ResponseLimits } from '#shared/api/response-limits.ts'

const endless = Number.POSITIVE_INFINITY
const unlimited: ResponseLimits = {
  bytes: endless,
  values: endless,
  names: endless,
  depth: 1_000,
  textBytes: endless,
  atOnce: { bytes: endless, values: endless },
}

/** A response body of any size, scanned as the transport scans it. */
export function createResponseBodyWithoutLimits(bytes: Uint8Array): ResponseBody {
  const scanner = createJsonLimitScanner(unlimited)
  const isJson = scanner.scan(bytes) === 'ok' && scanner.isWhole()
  return { bytes, isJson, chunkedArrays: isJson ? scanner.chunkedArrays() : [] }
}
