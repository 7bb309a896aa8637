import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import type { Transport } from './cdp-transport.ts'

/**
 * The WebSocket of a running Chromium on this machine. Node's own WebSocket always asks for compressed messages: that
 * takes more processor time in both processes than sending them as they are.
 * @param url `ws://127.0.0.1:PORT/PATH`
 */
export function createWebSocketTransport(url: string): Transport & { close: () => void } {
  const { hostname, port, host, pathname } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const handshake = [
    `GET ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
  ]
  socket.write(`${handshake.join('\r\n')}\r\n\r\n`)

  let unsent: string[] | undefined = []
  return {
    send(message) {
      if (unsent) unsent.push(message)
      else writeMessage(message)
    },
    listen(onMessage, onEnd) {
      let received: Buffer = Buffer.alloc(0)
      socket.on('data', (chunk) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        if (unsent) {
          const end = received.indexOf('\r\n\r\n')
          if (end < 0) return
          if (!received.toString('latin1', 0, end).startsWith('HTTP/1.1 101 ')) return void socket.destroy()
          received = received.subarray(end + 4)
          unsent.forEach(writeMessage)
          unsent = undefined
        }
        for (let frame = readFrame(received); frame; frame = readFrame(received)) {
          received = received.subarray(frame.end)
          if (frame.isText) onMessage(frame.text())
        }
      })
      // After 'error', 'close' follows.
      socket.on('error', () => undefined)
      socket.on('close', onEnd)
    },
    close: () => void socket.destroy(),
  }

  function writeMessage(message: string): void {
    const body = Buffer.from(message)
    socket.cork()
    socket.write(headerOf(body.length))
    socket.write(body)
    socket.uncork()
  }
}

/** The header of one text frame with the masking key 0, which leaves the text as it is. */
function headerOf(length: number): Buffer {
  const isShort = length < 126
  const isMiddle = !isShort && length < 65_536
  const header = Buffer.alloc(isShort ? 6 : isMiddle ? 8 : 14)
  header[0] = 0x81
  header[1] = 0x80 | (isShort ? length : isMiddle ? 126 : 127)
  if (isMiddle) header.writeUInt16BE(length, 2)
  else if (!isShort) header.writeBigUInt64BE(BigInt(length), 2)
  return header
}

/** The first frame if it is complete. Chromium sends every message as one frame without a mask. */
function readFrame(bytes: Buffer): { isText: boolean; text: () => string; end: number } | undefined {
  if (bytes.length < 2) return undefined
  const short = (bytes[1] ?? 0) & 0x7f
  const start = short === 126 ? 4 : short === 127 ? 10 : 2
  if (bytes.length < start) return undefined
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
  const end = start + length
  if (bytes.length < end) return undefined
  return { isText: bytes[0] === 0x81, text: () => bytes.toString('utf8', start, end), end }
}
