import { EventEmitter } from 'node:events'
import { getCdpConnection } from './running-chromium.ts'
import type { Params } from './cdp-connection.ts'
import { isWindowVisible } from './start-chromium.ts'

type TargetInfo = { targetId: string; type: string; url: string; openerId?: string }

/** 'popup' (info): a page that a page opened. 'gone' (targetId): a page that no longer is. */
export const targets = new EventEmitter()

const own = new Set<string>()
let claiming: Promise<unknown> = Promise.resolve()
let first: string | undefined

export async function watchTargets(): Promise<void> {
  const { events, send } = getCdpConnection()
  events.on('Target.targetDestroyed', ({ targetId }: Params) => {
    if (own.delete(String(targetId))) targets.emit('gone', targetId)
  })
  events.on('Target.detachedFromTarget', ({ sessionId }: Params) => getCdpConnection().forget(String(sessionId)))
  events.on('Target.targetCreated', ({ targetInfo }: Params) => {
    const info = targetInfo as TargetInfo
    if (info.type !== 'page') return
    // A page that we ask for is announced before we are told its id.
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

/** A fresh page for a window. On a screen the first is the one Chromium came with: it has no tabs and no address bar. */
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
      ...size,
    })
    own.add(targetId)
    return targetId
  })
  claiming = made.catch(() => undefined)
  return made
}
