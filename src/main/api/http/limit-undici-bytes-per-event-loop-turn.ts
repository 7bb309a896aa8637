import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/**
 * Bytes per read. undici parses the rest of a read even after it has aborted the connection, and endless headers cause
 * one error each.
 */
const readAtOnce = 4 * 1024
/**
 * Bytes per turn of the event loop. They take some milliseconds to parse, even as one-byte chunks, which are six bytes
 * each on the network.
 */
const bytesInTurn = 32 * 1024

const connected = 'undici:client:connected'

/**
 * Makes undici read each connection in small parts, with a turn of the event loop between them. By itself undici parses
 * all that has arrived, up to 2 MB in one turn, and calls back for each one-byte chunk. The rest waits in the socket,
 * and then at the service. Returns a function that stops the throttling of new connections.
 */
export function limitUndiciBytesPerEventLoopTurn(): () => void {
  const limitMessageSocket = (message: unknown) => limitReadsPerTurn((message as { socket: Socket }).socket)
  subscribe(connected, limitMessageSocket)
  return () => void unsubscribe(connected, limitMessageSocket)
}

const limitedSockets = new WeakSet<Socket>()

function limitReadsPerTurn(socket: Socket): void {
  if (limitedSockets.has(socket)) return
  limitedSockets.add(socket)
  const read = socket.read.bind(socket)
  let taken = 0

  function resumeReading(): void {
    const isHeld = taken >= bytesInTurn
    taken = 0
    // The event that the stream emits for new data makes undici continue reading.
    if (isHeld && !socket.destroyed) socket.emit('readable')
  }

  socket.read = (size) => {
    if (taken >= bytesInTurn) return null
    const part = read(size ?? (socket.readableLength > readAtOnce ? readAtOnce : undefined)) as Buffer | null
    if (part === null) return null
    if (taken === 0) setImmediate(resumeReading)
    taken += part.length
    return part
  }
}
