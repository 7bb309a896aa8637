import { EventEmitter } from 'node:events'
import type { FrameContext } from '#test/electron-stand-in/chromium/frame-tree.ts'
import { getWebFrameMain } from './web-frame-main.ts'
import type { WebContents } from './web-contents.ts'
import { traceMessage } from './trace-messages.ts'
import { createSerializer } from './message-serializer.ts'

type Handler = (event: unknown, ...args: unknown[]) => unknown

export const serializer = createSerializer()
const handlers = new Map<string, Handler>()

class IpcMain extends EventEmitter {
  /** The name that Electron uses internally. Tests replace entries to delay or drop replies. */
  readonly _invokeHandlers = handlers

  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    if (typeof handler !== 'function')
      throw new TypeError(`Expected handler to be a function, but found type '${typeof handler}'`)
    handlers.set(channel, handler)
  }

  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...args) => {
      handlers.delete(channel)
      return handler(event, ...args)
    })
  }

  removeHandler(channel: string): void {
    handlers.delete(channel)
  }
}

export const ipcMain = new IpcMain()
// EventEmitter throws for an 'error' event without listeners, but here 'error' is only a channel name.
ipcMain.on('error', () => undefined)

export type RendererMessage = { kind: 'invoke' | 'send'; id?: number; channel: string; args: string }

/** Passes a message of a frame to the app's handler or listeners and sends the reply to the calling context. */
export async function receiveMessage(
  contents: WebContents,
  context: FrameContext,
  message: RendererMessage,
): Promise<void> {
  const { channel, kind, id } = message
  traceMessage({
    direction: 'to-main',
    kind,
    channel,
    window: contents.id,
    url: context.document.url,
    data: message.args,
  })
  const event = {
    type: 'frame' as const,
    sender: contents,
    senderFrame: getWebFrameMain(contents, context.frameId, context.document),
    frameId: context.id,
    processId: 1,
    ports: [],
    reply: (name: string, ...args: unknown[]) => contents.sendToFrame(context.frameId, name, args),
  }
  const args = serializer.decode(message.args) as unknown[]
  if (kind === 'send') {
    contents.emit('ipc-message', event, channel, ...args)
    ipcMain.emit(channel, event, ...args)
    return
  }
  const answer = await answerInvoke(event, channel, args)
  traceMessage({
    direction: 'to-renderer',
    kind: 'reply',
    channel,
    window: contents.id,
    data: answer.value,
    error: answer.error,
  })
  contents.post(context.id, { kind: 'reply', id, ...answer })
}

async function answerInvoke(
  event: unknown,
  channel: string,
  args: unknown[],
): Promise<{ value: string; error?: string }> {
  try {
    const handler = handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return { value: serializer.encode(await handler(event, ...args)) }
  } catch (error) {
    const text = `Error invoking remote method '${channel}': ${String(error)}`
    // Electron prints the error of a handler in the main process, too.
    console.error(`Error occurred in handler for '${channel}':`, error)
    return { value: 'null', error: text }
  }
}
