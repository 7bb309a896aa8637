import { EventEmitter } from 'node:events'
import { getBrowserContext, getCdpConnection } from './open-and-close-chromium.ts'
import type { Params } from './cdp-connection.ts'
import { isWindowVisible } from './start-chromium.ts'

type TargetInfo = { targetId: string; type: string; url: string; openerId?: string; browserContextId?: string }

/** Events: 'popup' (info) when a page has opened another page, 'gone' (targetId) when a page has closed. */
export const targets = new EventEmitter()

const own = new Set<string>()
let claiming: Promise<unknown> = Promise.resolve()
let first: string | undefined

export async function watchTargets(): Promise<void> {
  const { events, send } = getCdpConnection()
  const { browserContextId } = await getBrowserContext()
  events.on('Target.targetDestroyed', ({ targetId }: Params) => {
    if (own.delete(String(targetId))) targets.emit('gone', targetId)
  })
  events.on('Target.detachedFromTarget', ({ sessionId }: Params) => getCdpConnection().forget(String(sessionId)))
  events.on('Target.targetCreated', ({ targetInfo }: Params) => {
    const info = targetInfo as TargetInfo
    if (info.type !== 'page') return
    if (browserContextId !== undefined && info.browserContextId !== browserContextId) return
    // Chromium announces a requested page before it answers the request with the ID of that page.
    void claiming.then(() => {
      if (!own.has(info.targetId)) targets.emit('popup', info)
    })
  })
  if (isWindowVisible) first = await firstPage()
  if (first !== undefined) own.add(first)
  await send('Target.setDiscoverTargets', { discover: true })
}

async function firstPage(): Promise<string | undefined> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const { targetInfos } = await getCdpConnection().send<{ targetInfos: TargetInfo[] }>('Target.getTargets')
    const page = targetInfos.find((info) => info.type === 'page')
    if (page) return page.targetId
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return undefined
}

/**
 * Creates a page for a window and returns its target ID. On a screen the first window uses the page that Chromium
 * opened at its start, which has neither tabs nor an address bar.
 */
export async function claimPageTarget(size: { width: number; height: number }): Promise<string> {
  if (first !== undefined) {
    const targetId = first
    first = undefined
    return targetId
  }
  const made = claiming.then(async () => {
    const { targetId } = await getCdpConnection().send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      ...(await getBrowserContext()),
      ...size,
    })
    own.add(targetId)
    return targetId
  })
  claiming = made.catch(() => undefined)
  return made
}
