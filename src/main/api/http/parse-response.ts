import { z } from 'zod'
import type { Endpoint } from '#shared/api/define-endpoint.ts'
import { errorTextLimits } from '#shared/api/response-limits.ts'
import { successHttpStatus } from '#shared/api/service-errors.ts'
import { AppError, type AppErrorFields } from '#shared/app-error.ts'
import { redactSecret } from '#main/api/redact-secret.ts'
import type { ArrayChunkOffsets } from '#main/json-limit-scanner.ts'
import { parseRetryAfterMs, type HttpHeaders } from './parse-rate-limit-headers.ts'
import { parseLargeJson } from './parse-large-json.ts'

/** A response body, as far as it was read. */
export interface ResponseBody {
  bytes: Uint8Array
  /** True if `bytes` are one complete JSON text. Otherwise `bytes` may be only the beginning of the body. */
  isJson: boolean
  /** Where long arrays in the body are cut. */
  chunkedArrays: readonly ArrayChunkOffsets[]
  /** Only for calls without a schema: the body is longer than its limit, and the rest was not read. */
  isTruncated?: boolean
  /** Why the rest of the body was not read. */
  refusal?: AppError
}

export interface RawResponse {
  status: number
  headers: HttpHeaders
  body: ResponseBody
}

const excerptLength = 120

/**
 * Parses a response to data of the endpoint's shape, or to an AppError: `service` with the service's own message,
 * `redirected`, `not_the_service`, `unknown_shape` or `too_large`. The API key is redacted before the response is used,
 * in case the service repeats it.
 */
export async function parseResponse(
  endpoint: Pick<Endpoint, 'output'>,
  { status, headers: sent, body }: RawResponse,
  secret: string,
  wallNow: number,
): Promise<ParsedResponse> {
  if (body.refusal) return { data: null, error: withRetryAfter(body.refusal, parseRetryAfterMs(sent, wallNow)) }
  const headers = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, redactSecret(value, secret)]))
  const responseStart = {
    status,
    headers,
    start: redactSecret(new TextDecoder().decode(body.bytes.subarray(0, startBytes)), secret).trim(),
  }
  const isOk = status === successHttpStatus
  const isBlank = responseStart.start === '' && body.bytes.length < startBytes
  if (!body.isJson)
    return isOk && isBlank
      ? parseEmptyBody(endpoint, responseStart)
      : {
          data: null,
          error: isOk ? notTheServiceError(responseStart) : parseErrorResponse(null, responseStart, wallNow),
        }
  // Redaction may have damaged the JSON.
  const parsed = await parseLargeJson(body, isOk ? endpoint.output : z.unknown(), (text) =>
    redactSecret(text, secret),
  ).catch(() => null)
  if (!parsed)
    return {
      data: null,
      error: isOk ? notTheServiceError(responseStart) : parseErrorResponse(null, responseStart, wallNow),
    }
  if (!isOk) return { data: null, error: parseErrorResponse(parsed.data, responseStart, wallNow) }
  return parsed.success
    ? { data: parsed.data, error: null }
    : { data: null, error: unexpectedShapeError(responseStart, parsed.error) }
}

/**
 * Bytes of the body that are redacted for an excerpt: far more than it needs, so that a key at its end is not cut in
 * two.
 */
const startBytes = 4 * 1024

interface ParsedResponse {
  data: unknown
  error: AppError | null
}

interface ResponseStart {
  status: number
  headers: HttpHeaders
  /** The beginning of the body, redacted. */
  start: string
}

/** An empty body counts as a response without fields. */
function parseEmptyBody({ output }: Pick<Endpoint, 'output'>, responseStart: ResponseStart): ParsedResponse {
  const results = [null, {}].map((candidate) => output.safeParse(candidate))
  const good = results.find(({ success }) => success)
  if (good) return { data: good.data, error: null }
  return { data: null, error: unexpectedShapeError(responseStart, results.at(-1)?.error) }
}

function unexpectedShapeError(responseStart: ResponseStart, error: z.ZodError | undefined): AppError {
  const issues = error?.issues
    .slice(0, 5)
    .map(({ path, message }) => ({ path: cut(path.join('.'), excerptLength), message: cut(message) }))
  const { status, details } = notTheServiceError(responseStart, { issues })
  return new AppError('unknown_shape', 'The answer has another shape than described', {
    ...(status !== undefined && { status }),
    details,
  })
}

function withRetryAfter(error: AppError, retryAfterMs: number | null): AppError {
  if (retryAfterMs === null) return error
  const { message, status, code, details } = error
  return new AppError(error.kind, message, {
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
    retryAfterMs,
    details,
  })
}

function parseErrorResponse(json: unknown, responseStart: ResponseStart, wallNow: number): AppError {
  const { status, headers } = responseStart
  if (status >= 300 && status < 400) {
    const to = headers['location'] === undefined ? null : (URL.parse(headers['location'])?.origin ?? null)
    return new AppError(
      'redirected',
      `The answer was a redirect${to ? ` to ${to}` : ''}, which the service does not give`,
      { status, details: { to } },
    )
  }
  // 206 is only a part of the response, and 202 only accepts the request. Both are no success.
  const isUnexpected2xx = status < 300
  if (isUnexpected2xx || !isObject(json))
    return notTheServiceError(responseStart, {}, parseRetryAfterMs(headers, wallNow))
  // The error body of the domain API (API description, section "Errors"). The API description does not show the error
  // body of the server endpoints.
  const error = isObject(json['error']) ? json['error'] : json
  const code = text(error['code'], errorTextLimits.maxCodeLength)
  const serviceMessage = text(error['message'])
  const errors = Array.isArray(error['errors'])
    ? error['errors']
        .filter((entry) => typeof entry === 'string')
        .slice(0, errorTextLimits.maxTexts)
        .map((entry) => cut(entry))
    : []
  return new AppError(
    'service',
    `The service answered ${status}${code ? ` ${code}` : ''}${serviceMessage ? `: ${serviceMessage}` : ''}`,
    {
      status,
      ...definedFields({ code, serviceMessage, retryAfterMs: parseRetryAfterMs(headers, wallNow) }),
      details: errors.length > 0 ? { errors } : {},
    },
  )
}

function notTheServiceError(
  { status, headers, start }: ResponseStart,
  details: Record<string, unknown> = {},
  retryAfterMs: number | null = null,
): AppError {
  const contentType = headers['content-type'] === undefined ? null : cut(headers['content-type'], excerptLength)
  const excerpt = start
    .slice(0, 4 * excerptLength)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, excerptLength)
  return new AppError('not_the_service', 'This is not an answer that the service gives', {
    status,
    ...definedFields({ retryAfterMs }),
    details: { contentType, excerpt, ...details },
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(value: unknown, max?: number): string | null {
  return typeof value === 'string' && value !== '' ? cut(value, max) : null
}

/** Cuts a text to `max` characters. A lone surrogate at the cut is removed too. */
function cut(text: string, max: number = errorTextLimits.maxTextLength): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

function definedFields(fields: {
  [Name in 'code' | 'serviceMessage' | 'retryAfterMs']?: AppErrorFields[Name] | null
}): AppErrorFields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as AppErrorFields
}
