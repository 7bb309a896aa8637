import type { FrameDocument } from '#test/electron-stand-in/chromium/frame-tree.ts'
import type { WebContents } from './web-contents.ts'

/** A frame as in `event.senderFrame` and `webContents.mainFrame`, with the document that it had at that time. */
export type WebFrameMain = {
  readonly url: string
  readonly origin: string
  readonly name: string
  readonly parent: WebFrameMain | null
  readonly top: WebFrameMain | null
  readonly detached: boolean
  readonly processId: number
  readonly routingId: number
  readonly frameTreeNodeId: number
  isDestroyed: () => boolean
  send: (channel: string, ...args: unknown[]) => void
  executeJavaScript: (code: string) => Promise<unknown>
}

const numbers = new Map<string, number>()

function numberOf(frameId: string): number {
  const number = numbers.get(frameId) ?? numbers.size + 1
  numbers.set(frameId, number)
  return number
}

const shown = new WeakMap<FrameDocument, WebFrameMain>()

/** Returns one object per document, so that `event.senderFrame === webContents.mainFrame` holds as in Electron. */
export function getWebFrameMain(
  contents: WebContents,
  frameId: string,
  document: FrameDocument | undefined,
): WebFrameMain | null {
  if (!document) return null
  const known = shown.get(document)
  if (known) return known
  const find = () => contents.frames?.get(frameId)
  const parentOf = () => contents.frames?.get(find()?.parentId ?? '')
  const frame: WebFrameMain = {
    get url() {
      return document.url
    },
    get origin() {
      return document.origin
    },
    get name() {
      return find()?.name ?? ''
    },
    get parent() {
      const parent = parentOf()
      return parent ? getWebFrameMain(contents, parent.id, parent.document) : null
    },
    get top() {
      return contents.mainFrame
    },
    get detached() {
      return find()?.document !== document
    },
    processId: 1,
    routingId: numberOf(frameId),
    frameTreeNodeId: numberOf(frameId),
    isDestroyed: () => find()?.document !== document,
    send: (channel, ...args) => contents.sendToFrame(frameId, channel, args),
    executeJavaScript: (code) => contents.executeJavaScript(code),
  }
  shown.set(document, frame)
  return frame
}
