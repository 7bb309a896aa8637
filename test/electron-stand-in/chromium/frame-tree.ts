import type { Params } from './cdp-connection.ts'
import { toAppUrl } from './translate-app-urls.ts'

/** The document of a frame; a new object after every navigation, so that a message keeps the document that sent it. */
export type FrameDocument = { url: string; origin: string }

export type Frame = { id: string; parentId: string | undefined; name: string; document: FrameDocument }

type FrameInfo = {
  id: string
  parentId?: string
  name?: string
  url: string
  urlFragment?: string
  securityOrigin: string
}

export type FrameContext = { id: number; frameId: string; document: FrameDocument }

/** The frames of one page and the preload's execution context in each, updated from the events of Chromium. */
export function createFrameTree(mainId: string, worldName: string) {
  const frames = new Map<string, Frame>([[mainId, { id: mainId, parentId: undefined, name: '', document: blank() }]])
  const contexts = new Map<number, FrameContext>()

  return {
    contexts,
    get: (id: string) => frames.get(id),
    has: (id: string) => frames.has(id),
    main: () => frames.get(mainId) as Frame,
    attached({ frameId, parentFrameId }: Params) {
      const id = String(frameId)
      frames.set(id, { id, parentId: String(parentFrameId), name: '', document: blank() })
    },
    detached({ frameId }: Params) {
      frames.delete(String(frameId))
    },
    navigated({ frame }: Params) {
      const info = frame as FrameInfo
      const document = { url: toAppUrl(info.url + (info.urlFragment ?? '')), origin: originOf(info.securityOrigin) }
      frames.set(info.id, { id: info.id, parentId: info.parentId, name: info.name ?? '', document })
      return frames.get(info.id) as Frame
    },
    movedWithinDocument({ frameId, url }: Params) {
      const frame = frames.get(String(frameId))
      if (frame) frame.document.url = toAppUrl(String(url))
      return frame
    },
    contextCreated({ context }: Params): FrameContext | undefined {
      const { id, name, origin, auxData } = context as {
        id: number
        name: string
        origin: string
        auxData?: { frameId?: string }
      }
      const frameId = auxData?.frameId ?? ''
      const frame = frames.get(frameId)
      if (name !== worldName || !frame) return undefined
      // If Chromium reports no origin for an isolated context, the origin of the document is kept.
      if (/^[a-z-]+:\/\/[^/]+$/.test(origin)) frame.document.origin = originOf(origin)
      contexts.set(id, { id, frameId, document: frame.document })
      return contexts.get(id)
    },
    /** The living context of the preload in this frame. */
    contextOf(frameId: string) {
      return [...contexts.values()].findLast(
        (context) => context.frameId === frameId && context.document === frames.get(frameId)?.document,
      )
    },
  }
}

export type FrameTree = ReturnType<typeof createFrameTree>

function blank(): FrameDocument {
  return { url: 'about:blank', origin: 'null' }
}

function originOf(securityOrigin: string): string {
  return toAppUrl(securityOrigin === '://' ? 'null' : securityOrigin)
}
