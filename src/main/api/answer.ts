import type { Endpoint } from '#shared/api/endpoint.ts'
import { successStatus } from '#shared/api/provider-errors.ts'
import { AppError, type AppErrorFields } from '#shared/errors.ts'
import { readRetryAfterMs, type Headers } from './limit-headers.ts'
import { parseJson, safeParse } from './slices.ts'

export interface RawAnswer {
  status: number
  headers: Headers
  body: Uint8Array
}

const excerptLength = 120
const noJson = Symbol('no JSON')

/**
 * What an answer means: data of the endpoint's shape, or an AppError: `service` with the service's own words, `redirected`,
 * `not_the_service`. A key that the answer repeats is blotted out before anything looks at it.
 */
export async function readAnswer(endpoint: Pick<Endpoint, 'output'>, answer: RawAnswer, secret: string, wallNow: number): Promise<Reading> {
  const { status } = answer
  const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, blot(value, secret)]))
  const text = blot(new TextDecoder().decode(answer.body), secret)
  const json = await parseJson(text).catch(() => noJson)
  if (status === successStatus) return readData(endpoint, json, { status, headers, text: text.trim() })
  return { data: null, error: readError(json, { status, headers, text }, wallNow) }
}

interface Reading {
  data: unknown
  error: AppError | null
}

interface Seen {
  status: number
  headers: Headers
  text: string
}

async function readData({ output }: Pick<Endpoint, 'output'>, json: unknown, seen: Seen): Promise<Reading> {
  if (json === noJson && seen.text !== '') return { data: null, error: foreignError(seen) }
  // An answer without a body says as much as one without fields.
  const candidates = json === noJson ? [null, {}] : [json]
  const results = await Promise.all(candidates.map((candidate) => safeParse(output, candidate)))
  const good = results.find(({ success }) => success)
  if (good) return { data: good.data, error: null }
  const issues = results.at(-1)?.error?.issues.slice(0, 5).map(({ path, message }) => ({ path: path.join('.'), message }))
  return { data: null, error: foreignError(seen, { issues }) }
}

function readError(json: unknown, seen: Seen, wallNow: number): AppError {
  const { status, headers } = seen
  if (status >= 300 && status < 400) {
    const to = headers['location'] === undefined ? null : (URL.parse(headers['location'])?.origin ?? null)
    return new AppError('redirected', `The answer was a redirect${to ? ` to ${to}` : ''}, which the service does not give`, { status, details: { to } })
  }
  // A part (206), or something that was only taken on (202), is not what was asked for.
  const isOtherSuccess = status < 300
  if (isOtherSuccess || !isObject(json)) return foreignError(seen, {}, readRetryAfterMs(headers, wallNow))
  // The shape of the domain API; that of the server endpoints is not shown.
  const error = isObject(json['error']) ? json['error'] : json
  const code = text(error['code'])
  const serviceMessage = text(error['message'])
  const errors = Array.isArray(error['errors']) ? error['errors'].filter((entry) => typeof entry === 'string') : []
  return new AppError('service', `The service answered ${status}${code ? ` ${code}` : ''}${serviceMessage ? `: ${serviceMessage}` : ''}`, {
    status,
    ...definedFields({ code, serviceMessage, retryAfterMs: readRetryAfterMs(headers, wallNow) }),
    details: errors.length > 0 ? { errors } : {},
  })
}

function foreignError({ status, headers, text }: Seen, details: Record<string, unknown> = {}, retryAfterMs: number | null = null): AppError {
  const contentType = headers['content-type'] ?? null
  const excerpt = text.slice(0, 4 * excerptLength).replace(/\s+/g, ' ').trim().slice(0, excerptLength)
  return new AppError('not_the_service', 'This is not an answer that the service gives', {
    status,
    ...definedFields({ retryAfterMs }),
    details: { contentType, excerpt, ...details },
  })
}

/** Replaces the key, as it is and however JSON or a URL may write it. What stands around it stays JSON. */
export function blot(text: string, secret: string): string {
  if (secret === '') return text
  // Without one of these nothing is written in another way, and looking for the others takes longer.
  if (!text.includes('\\') && !text.includes('%')) return text.replaceAll(secret, blotted)
  return text.replaceAll(writtenForms(secret), (found) => (found === escapedBackslash ? found : blotted))
}

const blotted = '•••'
const escapedBackslash = '\\\\'
const shortEscapes: Readonly<Record<string, string>> = { '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't' }
let lastForms: { secret: string; forms: RegExp } | null = null

/** Also finds an escaped backslash: what follows one is no escape. */
function writtenForms(secret: string): RegExp {
  if (lastForms?.secret === secret) return lastForms.forms
  const forms = new RegExp(`${[...secret].map((character) => `(?:${writtenAs(character).join('|')})`).join('')}|\\\\\\\\`, 'g')
  lastForms = { secret, forms }
  return forms
}

function writtenAs(character: string): string[] {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  const unicode = units.map((unit) => `\\\\u${anyCase(unit.toString(16).padStart(4, '0'))}`).join('')
  const bytes = [...new TextEncoder().encode(character)].map((byte) => `%${anyCase(byte.toString(16).padStart(2, '0'))}`).join('')
  const short = shortEscapes[character] ?? (/["\\/]/.test(character) ? character : null)
  return [literally(character), unicode, bytes, ...(short === null ? [] : [`\\\\${literally(short)}`])]
}

function literally(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function definedFields(fields: { [Name in 'code' | 'serviceMessage' | 'retryAfterMs']?: AppErrorFields[Name] | null }): AppErrorFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as AppErrorFields
}
