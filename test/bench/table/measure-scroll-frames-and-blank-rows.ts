import type { CDPSession, Page } from '@playwright/test'

/** A table in a window: its scrolling element, and the elements of its rows. */
export interface ScrolledTable {
  page: Page
  session: CDPSession
  scroller: string
  row: string
}

export interface ScrollSpeed {
  pxPerFrame: number
  frames: number
}

/** Processor time of the renderer's main thread per scrolled frame, in ms. Scrolls down from the top. */
export async function measureFrameMs({ page, session, scroller }: ScrolledTable, speed: ScrollSpeed): Promise<number> {
  await scrollToTop(page, scroller)
  await session.send('HeapProfiler.collectGarbage')
  const before = await threadSeconds(session)
  await page.evaluate(
    async ([selector, { pxPerFrame, frames }]) => {
      const element = document.querySelector(selector) as HTMLElement
      for (let frame = 0; frame < frames; frame += 1) {
        await new Promise(requestAnimationFrame)
        element.scrollTop += pxPerFrame
      }
      await new Promise(requestAnimationFrame)
    },
    [scroller, speed] as const,
  )
  return ((await threadSeconds(session)) - before) * (1000 / speed.frames)
}

/**
 * Share of the row places in view that show no text, in percent, as painted in each frame. Measured in a separate run,
 * because the search for the rows would slow down the other measurements.
 */
export async function measureBlankRows({ page, scroller, row }: ScrolledTable, speed: ScrollSpeed): Promise<number> {
  await scrollToTop(page, scroller)
  const [blank, places] = await page.evaluate(
    async ([selector, rowSelector, { pxPerFrame, frames }]) => {
      const element = document.querySelector(selector) as HTMLElement
      const { left, top, bottom } = element.getBoundingClientRect()
      const rowPx = 32
      let blank = 0
      let places = 0
      for (let frame = 0; frame <= frames; frame += 1) {
        await new Promise(requestAnimationFrame)
        // The next scroll has not begun, so the document still shows the last painted frame. The header is not checked.
        if (frame > 0)
          for (let y = top + 1.5 * rowPx; y < bottom - rowPx / 2; y += rowPx) {
            const found = document.elementFromPoint(left + 60, y)?.closest(rowSelector)
            places += 1
            if ((found?.textContent ?? '').trim() === '') blank += 1
          }
        element.scrollTop += pxPerFrame
      }
      return [blank, places] as const
    },
    [scroller, row, speed] as const,
  )
  return (100 * blank) / places
}

async function scrollToTop(page: Page, scroller: string): Promise<void> {
  await page.evaluate(async (selector) => {
    ;(document.querySelector(selector) as HTMLElement).scrollTop = 0
    await new Promise((done) => setTimeout(done, 300))
  }, scroller)
}

async function threadSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const time = metrics.find(({ name }) => name === 'ThreadTime')
  if (time === undefined) throw new Error('Chromium does not tell the time of its main thread')
  return time.value
}
