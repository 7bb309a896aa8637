import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from './cdp-connection.ts'

/** Whether Chromium makes a frame of a page only on request: its process was started with the switches below. */
export const areFramesRequested = process.env['BANTO_HOST_REQUESTS_FRAMES'] === '1'

/** Only the headless shell has them. */
export const requestedFramesSwitches = [
  '--enable-begin-frame-control',
  '--run-all-compositor-stages-before-draw',
  '--disable-new-content-rendering-timeout',
]

const frameMs = 1000 / 30
/** Of so many frames, one is drawn, so that a screenshot is never older than a second. */
const framesPerDrawn = 30
/** A page that crashes never answers. */
const longestAnswerMs = 1_000

/**
 * Requests the frames of a page until `isGone`. A frame runs layout, animations, observers and the callbacks of
 * `requestAnimationFrame` as always, but most frames are not drawn, because nobody sees them.
 */
export async function requestFrames(session: Session, isGone: () => boolean): Promise<void> {
  for (let count = 0; !isGone(); count += 1) {
    const begun = performance.now()
    const frame = session.send('HeadlessExperimental.beginFrame', {
      interval: frameMs,
      noDisplayUpdates: count % framesPerDrawn !== 0,
    })
    // A page that is being opened has no frames yet.
    await Promise.race([frame.catch(() => undefined), sleep(longestAnswerMs, undefined, { ref: false })])
    await sleep(Math.max(1, frameMs - (performance.now() - begun)))
  }
}
