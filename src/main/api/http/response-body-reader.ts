import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { ResponseLimits } from '#shared/api/response-limits.ts'
import { isServiceErrorCode } from '#shared/api/service-errors.ts'
import { AppError } from '#shared/app-error.ts'
import type { ResponseBody } from './parse-response.ts'
import { createJsonLimitScanner, type ExceededJsonLimit } from '#main/json-limit-scanner.ts'
import { createResponseLostError } from './create-transport-errors.ts'

export interface ResponseBodyReader {
  /** Takes bytes as they arrive from the network. Returns false if the caller must wait for `ready`. */
  write(chunk: Uint8Array): boolean
  ready(): Promise<void>
  /** Call it when all bytes were received. */
  end(): void
  /** Stops reading: no callback is called afterwards. */
  stop(): void
}

interface Options {
  status: number
  /** Value of `content-encoding`. */
  coding: string
  limits: ResponseLimits
  /** The body may have any form: it is not scanned, and is kept up to `limits.bytes`. */
  takesAnyBody: boolean
  /** Called once, with the body as far as it was read; before `end` if the rest of the body is not wanted. */
  onBody: (body: ResponseBody) => void
  /** Called once instead of `onBody` if the body cannot be decompressed. */
  onError: (error: AppError) => void
}

const firstBytes = 4 * 1024
/** How many bytes of a body that is not JSON are kept for an excerpt. */
const excerptBytes = 4 * 1024
const decoders: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Reads one body into one growing buffer. Every byte is scanned before it is kept. */
export function createResponseBodyReader({
  status,
  coding,
  limits,
  takesAnyBody,
  onBody,
  onError,
}: Options): ResponseBodyReader {
  const scanner = createJsonLimitScanner(limits)
  let buffer = new Uint8Array(0)
  let length = 0
  let isOver = false

  function keep(bytes: Uint8Array): void {
    if (length + bytes.length > buffer.length) {
      const grown = new Uint8Array(
        Math.min(limits.bytes, Math.max(firstBytes, 2 * buffer.length, length + bytes.length)),
      )
      grown.set(buffer.subarray(0, length))
      buffer = grown
    }
    buffer.set(bytes, length)
    length += bytes.length
  }

  function finish(body: Omit<ResponseBody, 'bytes'>, kept = length): void {
    if (isOver) return
    isOver = true
    onBody({ bytes: buffer.subarray(0, kept), ...body })
  }

  /** Takes bytes of the decompressed body. */
  function take(bytes: Uint8Array): void {
    if (isOver) return
    if (takesAnyBody) {
      const room = limits.bytes - length
      keep(bytes.subarray(0, room))
      if (bytes.length > room) finish({ isJson: false, isTruncated: true, chunkedArrays: [] })
      return
    }
    const verdict = scanner.scan(bytes)
    if (verdict === 'ok') return keep(bytes)
    keep(bytes.subarray(0, Math.max(0, Math.min(excerptBytes, limits.bytes) - length)))
    if (verdict === 'not_json') finish({ isJson: false, chunkedArrays: [] }, Math.min(length, excerptBytes))
    else
      finish(
        {
          isJson: false,
          chunkedArrays: [],
          refusal: createResponseTooLargeError(verdict, status, buffer.subarray(0, Math.min(length, excerptBytes))),
        },
        0,
      )
  }

  const end = () => finish({ isJson: scanner.isWhole(), chunkedArrays: scanner.chunkedArrays() })

  if (coding === '' || coding === 'identity')
    return { write: acceptAll(take), ready, end, stop: () => void (isOver = true) }

  const create = decoders[coding]
  if (!create) {
    isOver = true
    onError(createResponseLostError('cut_off', 'The answer is packed in a way that Banto does not read', { status }))
    return { write: () => true, ready, end: () => undefined, stop: () => undefined }
  }
  return decompress(create())

  function decompress(decoder: ReturnType<typeof createGunzip>): ResponseBodyReader {
    let packed = 0
    const stop = () => {
      isOver = true
      decoder.destroy()
    }
    decoder.on('data', (bytes: Uint8Array) => {
      take(bytes)
      if (isOver) decoder.destroy()
    })
    decoder.on('end', end)
    decoder.on('error', (error: NodeJS.ErrnoException) => {
      if (isOver) return
      isOver = true
      onError(createResponseLostError('cut_off', 'The packed answer is damaged', { reason: error.code, status }))
    })
    return {
      write(chunk) {
        if (isOver) return true
        packed += chunk.length
        if (packed > limits.bytes) {
          const refusal = createResponseTooLargeError(
            { measure: 'bytes', limit: limits.bytes, at: limits.bytes },
            status,
            new Uint8Array(),
          )
          finish({ isJson: false, chunkedArrays: [], refusal }, 0)
          stop()
          return true
        }
        // A copy: the chunk is a view that would keep the whole network buffer in memory while it waits.
        return decoder.write(new Uint8Array(chunk))
      },
      ready: () => new Promise((resolve) => decoder.once('drain', resolve)),
      end: () => void (packed === 0 ? end() : decoder.end()),
      stop,
    }
  }
}

const ready = () => Promise.resolve()
const acceptAll = (take: (bytes: Uint8Array) => void) => (chunk: Uint8Array) => {
  take(chunk)
  return true
}

const units: Readonly<Record<ExceededJsonLimit['measure'], string>> = {
  bytes: 'bytes',
  values: 'values',
  depth: 'levels',
  text: 'bytes in one text',
  names: 'different names',
}

/**
 * Creates the `too_large` error: what exceeded its limit, and where. A service error keeps its code if the code arrived
 * before the limit was reached.
 */
export function createResponseTooLargeError(
  { measure, limit, at }: ExceededJsonLimit,
  status: number,
  head: Uint8Array,
): AppError {
  const code = status >= 400 ? /"code"\s*:\s*"([A-Z_]{1,64})"/.exec(new TextDecoder().decode(head))?.[1] : undefined
  return new AppError('too_large', `The answer has more than ${limit} ${units[measure]} at byte ${at}`, {
    ...(status !== 0 && { status }),
    ...(code !== undefined && isServiceErrorCode(code) && { code }),
    details: { measure, limit, at },
  })
}
