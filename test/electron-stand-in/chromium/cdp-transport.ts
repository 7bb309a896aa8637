/** Carries the JSON messages of the DevTools protocol to Chromium and back. */
export type Transport = {
  send: (message: string) => void
  /** Called once, before the first message arrives. */
  listen: (onMessage: (message: string) => void, onEnd: () => void) => void
}

/** Chromium's debugging pipe: every message ends with a NUL byte. */
export function createPipeTransport(toBrowser: NodeJS.WritableStream, fromBrowser: NodeJS.ReadableStream): Transport {
  return {
    send: (message) => void toBrowser.write(`${message}\0`),
    listen(onMessage, onEnd) {
      let parts: string[] = []
      fromBrowser.setEncoding('utf8')
      fromBrowser.on('data', (chunk: string) => {
        const pieces = chunk.split('\0')
        const rest = pieces.pop() ?? ''
        for (const piece of pieces) {
          onMessage(parts.length === 0 ? piece : parts.join('') + piece)
          parts = []
        }
        if (rest !== '') parts.push(rest)
      })
      fromBrowser.on('end', onEnd)
    },
  }
}
