import { getCdpConnection } from '#test/electron-stand-in/chromium/open-and-close-chromium.ts'
import type { Params } from '#test/electron-stand-in/chromium/cdp-connection.ts'
import { answerSchemeRequest } from './protocol.ts'
import type { PausedRequest } from './protocol.ts'
import { parseAppScheme } from '#test/electron-stand-in/chromium/translate-app-urls.ts'
import { findWebContentsOfFrame, withoutHash } from './web-contents.ts'

/** Pauses every navigation and every request with a scheme of the app until the app has decided on it. */
export async function interceptRequests(): Promise<void> {
  getCdpConnection().events.on('Fetch.requestPaused', (params: Params) => {
    void decide(params as unknown as PausedRequest).catch(() => undefined)
  })
  await getCdpConnection().send('Fetch.enable', {
    patterns: [{ urlPattern: 'https://*.invalid/*' }, { urlPattern: '*', resourceType: 'Document' }],
  })
}

async function decide(paused: PausedRequest): Promise<void> {
  const { requestId, request } = paused
  if (!mayProceed(paused)) {
    await getCdpConnection().send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
  } else if (isFavicon(paused)) {
    await getCdpConnection().send('Fetch.fulfillRequest', { requestId, responseCode: 204 })
  } else if (parseAppScheme(request.url) !== undefined) {
    await answerSchemeRequest(paused)
  } else {
    await getCdpConnection().send('Fetch.continueRequest', { requestId })
  }
}

function mayProceed({ request, resourceType, frameId, redirectedRequestId }: PausedRequest): boolean {
  const contents = findWebContentsOfFrame(frameId)
  if (resourceType !== 'Document' || !contents || contents.targetId !== frameId) return true
  if (redirectedRequestId !== undefined) return contents.mayNavigate(request.url, 'will-redirect')
  const at = contents.ownLoads.indexOf(withoutHash(request.url))
  if (at >= 0) {
    contents.ownLoads.splice(at, 1)
    return true
  }
  if (contents.isReloading) {
    contents.isReloading = false
    return true
  }
  return contents.mayNavigate(request.url, 'will-navigate')
}

/** Chromium requests a favicon by itself, Electron does not; such requests are not passed to the app. */
function isFavicon({ request, resourceType }: PausedRequest): boolean {
  return resourceType === 'Other' && new URL(request.url).pathname === '/favicon.ico'
}
