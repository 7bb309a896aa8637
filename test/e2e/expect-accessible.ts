// What axe finds in the window: the rules of WCAG 2.2 A and AA, the best practices, and one rule that axe calls experimental.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const askedFor = { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } }

/** Every violation in the window as it is now: `rule: element`. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  // The builder would put axe into the page anew each time, twice: in most views that takes longer than the search itself.
  const isThere = await page.evaluate(() => 'axe' in window)
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
  // Else the builder opens a second page for its summary, which Electron does not allow.
  const { violations } = await builder
    .setLegacyMode(true)
    .options({ runOnly: { type: 'tag', values: tags }, rules: askedFor, resultTypes: ['violations'] })
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)}`),
  )
}

/** What a view asks of main when it opens comes after it: waits until nothing was added, taken or renamed for a moment. */
function untilStill({ quietMs, longestMs }: { quietMs: number; longestMs: number }): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      observer.disconnect()
      resolve()
    }
    let timer = setTimeout(finish, quietMs)
    const end = performance.now() + longestMs
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(finish, Math.max(0, Math.min(quietMs, end - performance.now())))
    })
    observer.observe(document, { subtree: true, childList: true, characterData: true })
  })
}

/** `what`: the view or dialog, for the report. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.evaluate(untilStill, { quietMs: 100, longestMs: 5_000 })
  // An element that fades in has a contrast of its own until it stands.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  )
  expect.soft(await findAxeViolations(page), what).toEqual([])
}
