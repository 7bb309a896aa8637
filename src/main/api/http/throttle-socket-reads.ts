import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** As small as what undici keeps parsing after it has given a connection up: of endless headers it makes an error each. */
const readAtOnce = 4 * 1024
/** One turn's part: some milliseconds of work, also of one-byte chunks, which are six bytes on the wire. */
const bytesInTurn = 32 * 1024

const connected = 'undici:client:connected'

/**
 * Lets undici read every connection in small parts, with a turn of the event loop between: by itself it parses all that comes, up to 2 MB of it in
 * one turn, and calls back for every byte that is a chunk of its own. The rest waits in the socket, and then at the service. Returns what ends it.
 */
export function throttleSocketReads(): () => void {
  const throttleMessageSocket = (message: unknown) => throttleSocket((message as { socket: Socket }).socket)
  subscribe(connected, throttleMessageSocket)
  return () => void unsubscribe(connected, throttleMessageSocket)
}

const throttledSockets = new WeakSet<Socket>()

function throttleSocket(socket: Socket): void {
  if (throttledSockets.has(socket)) return
  throttledSockets.add(socket)
  const read = socket.read.bind(socket)
  let taken = 0

  function resumeReading(): void {
    const isHeld = taken >= bytesInTurn
    taken = 0
    // As the stream tells it: undici reads on.
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
