import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type { Fault } from './fault-rules.ts'
import type { SimulatedResponse } from './execute-with-fault.ts'

const jsonType = 'application/json; charset=utf-8'
const captivePortalPage =
  '<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in to this network</h1></body></html>'

/** Returns the body with the same fields and every value of another type. */
function withWrongTypes(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return { unexpected: body ?? null }
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? 17 : 'wrong']),
  )
}

function partOfLists(body: unknown, keep: number): unknown {
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      Array.isArray(value) ? (value as unknown[]).slice(0, keep) : (value as unknown),
    ]),
  )
}

function* generateFillerJson(bytes: number): Generator<Buffer> {
  yield Buffer.from('{"filler":"')
  const chunk = Buffer.alloc(64 * 1024, 0x61)
  for (let left = bytes; left > 0; left -= chunk.length) yield left >= chunk.length ? chunk : chunk.subarray(0, left)
  yield Buffer.from('"}')
}

async function drip(response: ServerResponse, bytes: Buffer, ms: number): Promise<void> {
  for (const byte of bytes) {
    if (response.destroyed) return
    response.write(Buffer.of(byte))
    await sleep(ms)
  }
  response.end()
}

/** Sends a response, changed by the fault if there is one. Calls `onStatus` with the status that is sent, if any. */
export async function sendWithFaults(
  response: ServerResponse,
  answer: SimulatedResponse,
  fault: Fault | null,
  now: number,
  onStatus: (status: number) => void,
): Promise<void> {
  if (response.destroyed) return
  const start = (status: number, headers: Record<string, string>) => {
    onStatus(status)
    const skew = fault?.kind === 'clock-skew' ? fault.ms : 0
    const over = fault?.kind === 'headers' ? fault.headers : {}
    response.writeHead(status, { date: new Date(now + skew).toUTCString(), ...answer.headers, ...headers, ...over })
  }
  const writeHeadForText = (status: number, type: string, text: string) => {
    const bytes = Buffer.from(text)
    start(status, { 'content-type': type, 'content-length': String(bytes.length) })
    return bytes
  }
  const text = JSON.stringify(answer.body)

  switch (fault?.kind) {
    case 'reset-after':
      response.destroy()
      return
    case 'garbage':
      response.end(writeHeadForText(answer.status, jsonType, '\u0000{"dom'))
      return
    case 'html':
      response.end(writeHeadForText(200, 'text/html; charset=utf-8', captivePortalPage))
      return
    case 'other-json':
      response.end(writeHeadForText(200, jsonType, '{"hello":"world"}'))
      return
    case 'wrong-shape':
      response.end(writeHeadForText(answer.status, jsonType, JSON.stringify(withWrongTypes(answer.body))))
      return
    case 'part-of-list':
      response.end(
        writeHeadForText(fault.status ?? answer.status, jsonType, JSON.stringify(partOfLists(answer.body, fault.keep))),
      )
      return
    case 'redirect':
      start(fault.status, { location: fault.location, 'content-length': '0' })
      response.end()
      return
    case 'truncate': {
      const bytes = writeHeadForText(answer.status, jsonType, text)
      response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy())
      return
    }
    case 'drip':
      await drip(response, writeHeadForText(answer.status, jsonType, text), fault.ms)
      return
    case 'huge':
      start(answer.status, { 'content-type': jsonType })
      await pipeline(Readable.from(generateFillerJson(fault.bytes)), response)
      return
    case 'gzip-bomb':
      start(answer.status, { 'content-type': jsonType, 'content-encoding': 'gzip' })
      await pipeline(Readable.from(generateFillerJson(fault.bytes)), createGzip({ level: 1 }), response)
      return
    default:
      response.end(writeHeadForText(answer.status, jsonType, text))
      return
  }
}
