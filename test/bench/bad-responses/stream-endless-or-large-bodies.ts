import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'

const pieceBytes = 64 * 1024

/** Writes `head`, then `part` repeatedly until `bytes` are written or the client has disconnected, then `tail`. */
export async function writeRepeated(
  response: ServerResponse,
  head: string,
  part: (index: number) => string,
  bytes: number,
  tail: string,
): Promise<void> {
  response.write(head)
  let piece = ''
  for (let index = 0, written = 0; written < bytes && !response.destroyed; index += 1) {
    piece += part(index)
    if (piece.length < pieceBytes) continue
    written += piece.length
    await write(response, piece)
    piece = ''
  }
  response.end(piece + tail)
}

/** Writes every byte as a separate HTTP chunk. */
export async function writeByteByByte(response: ServerResponse, text: string, isEndless: boolean): Promise<void> {
  const { socket } = response
  if (!socket) return
  response.flushHeaders()
  const chunks = Buffer.from([...text].map((character) => `1\r\n${character}\r\n`).join(''))
  do {
    for (let from = 0; from < chunks.length && !socket.destroyed; from += pieceBytes) {
      if (!socket.write(chunks.subarray(from, from + pieceBytes))) await waitForDrain(socket)
    }
  } while (isEndless && !socket.destroyed)
  socket.end('0\r\n\r\n')
}

async function write(response: ServerResponse, piece: string | Buffer): Promise<void> {
  if (!response.write(piece)) await waitForDrain(response)
}

/** Resolves when one of the streams drains, closes or fails. */
export function waitForDrain(...streams: Writable[]): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      for (const stream of streams) for (const event of events) stream.off(event, over)
      resolve()
    }
    for (const stream of streams) for (const event of events) stream.on(event, over)
    if (streams.some(({ destroyed }) => destroyed)) over()
  })
}

const events = ['drain', 'close', 'error']
