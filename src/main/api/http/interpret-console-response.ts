import { z } from 'zod'
import { responseLimits } from '#shared/api/response-limits.ts'
import { successHttpStatus } from '#shared/api/service-errors.ts'
import type { AppError } from '#shared/app-error.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import { redactSecret } from '#main/api/redact-secret.ts'
import type { ConsoleResponseHeadersAndBody } from '#main/api/api-client-interface.ts'
import { parseRateLimitHeaders } from './parse-rate-limit-headers.ts'
import { parseResponse, type RawResponse } from './parse-response.ts'

interface InterpretedConsoleResponse {
  data: ConsoleResponseHeadersAndBody
  /** What the answer means for keys, limits and the log. The text is shown in any case. */
  error: AppError | null
}

const anything = { output: z.unknown() }

/** Reads the text of an answer without a schema, and classifies the answer by its status and form. */
export async function interpretConsoleResponse(
  response: RawResponse,
  secret: string,
  wallNow: number,
): Promise<InterpretedConsoleResponse> {
  const { status, body } = response
  const text = await redactInParts(new TextDecoder().decode(body.bytes), secret)
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, redactSecret(value, secret)]),
  )
  const { limit, remaining, resetInMs, concurrentLimit, concurrentRemaining } = parseRateLimitHeaders(headers, wallNow)
  const resetAt = resetInMs === null ? null : wallNow + resetInMs
  const quota = { limit, remaining, resetAt, concurrentLimit, concurrentRemaining }
  const data: ConsoleResponseHeadersAndBody = {
    quota,
    body: { text, size: body.bytes.length, isTruncated: body.isTruncated === true },
    headers,
  }
  const isSuccess = status >= successHttpStatus && status < 300
  if (isSuccess && /^\s*([[{"\d-]|true|false|null|$)/.test(text.slice(0, 1000))) return { data, error: null }
  const isJson = !isSuccess && text.length <= responseLimits.error.bytes && isJsonText(text)
  const { error } = await parseResponse(
    anything,
    { ...response, body: { bytes: body.bytes, isJson, chunkedArrays: [] } },
    secret,
    wallNow,
  )
  return { data, error }
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const partLength = 256 * 1024

/**
 * A long text is redacted in parts. Each part ends after a line break or a comma, which no written form of a key
 * contains.
 */
async function redactInParts(text: string, secret: string): Promise<string> {
  if (text.length <= partLength || secret === '' || /[\n,]/.test(secret)) return redactSecret(text, secret)
  let redacted = ''
  for (let from = 0; from < text.length;) {
    const end = endOfPart(text, from)
    redacted += redactSecret(text.slice(from, end), secret)
    from = end
    await yieldToEventLoop()
  }
  return redacted
}

function endOfPart(text: string, from: number): number {
  if (text.length - from <= partLength) return text.length
  const end = Math.max(text.lastIndexOf('\n', from + partLength), text.lastIndexOf(',', from + partLength))
  if (end > from) return end + 1
  const later = text.slice(from + partLength).search(/[\n,]/)
  return later < 0 ? text.length : from + partLength + later + 1
}
