import type { Page } from '@playwright/test'
import { openArea } from '#test/e2e/support/user-steps.ts'

/** Sets `painted`, a function of the window that resolves with the time when the frame after a state was painted. */
const definePainted = `globalThis.painted = (isReached) => new Promise((done) => {
  let isDone = false
  const look = () => {
    if (isDone || !isReached()) return
    isDone = true
    observer.disconnect()
    // A task that is queued in a frame runs after the frame is painted.
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => done(performance.now())
      channel.port2.postMessage(null)
    })
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  look()
})
globalThis.pressedAt = { key: 0, pointer: 0 }
addEventListener('keydown', ({ timeStamp }) => (pressedAt.key = timeStamp), true)
addEventListener('click', ({ timeStamp }) => (pressedAt.pointer = timeStamp), true)`

/** Call it once for a page, before the other functions. */
export async function preparePage(page: Page): Promise<void> {
  await page.evaluate(definePainted)
}

/**
 * Types each text into the search, letter by letter, and returns the time from each key press to its painted results,
 * in ms. Every press waits for the results of the one before.
 */
export async function measureSearches(page: Page, texts: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (const text of texts) {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByTestId('search-input').waitFor()
    for (let length = 1; length <= text.length; length += 1) {
      const typed = text.slice(0, length)
      if (typed.endsWith(' ')) {
        await page.keyboard.press('Space')
        continue
      }
      const painted = page.evaluate(async (expected) => {
        const list = document.querySelector('[data-test="search"] [role="listbox"]')
        const { painted, pressedAt } = globalThis as unknown as InteractionGlobals
        const at = await painted(() => list?.getAttribute('data-searched') === expected)
        return at - pressedAt.key
      }, typed)
      await page.keyboard.press(text[length - 1] as string)
      times.push(await painted)
    }
    await page.keyboard.press('Escape')
    await page.getByTestId('search').waitFor({ state: 'detached' })
  }
  return times
}

/** The columns of the list of domains that sort. */
export const sortedColumns = ['Domain', 'Account', 'Status', 'Expiry', 'Read'] as const

/**
 * Sorts the list of domains by each column, in both directions, and returns the time from each click to the painted
 * rows, in ms. The first row differs between two orders that follow each other.
 */
export async function measureSorts(page: Page, rounds: number): Promise<number[]> {
  await openArea(page, 'domains')
  const table = page.getByTestId('domains-table')
  await table.getByRole('row').nth(5).waitFor()
  const titles = await table
    .getByRole('columnheader')
    .filter({ has: page.getByRole('button') })
    .count()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1)
    for (let column = 0; column < titles; column += 1)
      for (let turn = 0; turn < 2; turn += 1) {
        const painted = page.evaluate(async () => {
          const { painted, pressedAt } = globalThis as unknown as InteractionGlobals
          const firstRow = () =>
            document.querySelector('[data-test="domains-table"] [role="row"][aria-rowindex="2"]')?.textContent ?? ''
          const before = firstRow()
          const at = await painted(() => firstRow() !== '' && firstRow() !== before)
          return at - pressedAt.pointer
        })
        await table
          .getByRole('columnheader')
          .filter({ has: page.getByRole('button') })
          .nth(column)
          .getByRole('button')
          .first()
          .click()
        times.push(await painted)
      }
  return times
}

interface InteractionGlobals {
  painted(isReached: () => boolean): Promise<number>
  pressedAt: { key: number; pointer: number }
}
