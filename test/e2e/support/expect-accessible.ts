// Checks the window with axe: WCAG 2.2 A and AA, best practices, and the experimental rule label-content-name-mismatch.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const askedFor = { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } }

/** The part of axe in the window that is used beside its builder. */
interface Axe {
  commons: { color: { Color: { prototype: { parseString: (this: ParsedColor, text: string) => ParsedColor } } } }
}

interface ParsedColor {
  r: number
  g: number
  b: number
  alpha: number
}

/**
 * Runs in the page. The contrast check parses the same few colours thousands of times, which would take a fifth of the
 * time of a check.
 */
function rememberParsedColors(): void {
  const { prototype } = (window as unknown as { axe: Axe }).axe.commons.color.Color
  const { parseString } = prototype
  const parsed = new Map<string, ParsedColor>()
  prototype.parseString = function (text) {
    const known = parsed.get(text)
    if (known !== undefined) return Object.assign(this, known)
    const { r, g, b, alpha } = parseString.call(this, text)
    parsed.set(text, { r, g, b, alpha })
    return this
  }
}

/** Every violation in the window at this moment, each as `rule: element`. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source)
    await page.evaluate(rememberParsedColors)
  }
  // The builder would inject axe twice at each call, which takes longer than the check of most views.
  const builder = new AxeBuilder({ page, axeSource: 'void 0' })
  // Without legacy mode the builder opens a second page, which Electron does not allow.
  const { violations } = await builder
    .setLegacyMode(true)
    .options({ runOnly: { type: 'tag', values: tags }, rules: askedFor, resultTypes: ['violations'] })
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)}`),
  )
}

/** Runs in the page: waits until the document has not changed for `quietMs`. A view loads data after it opens. */
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

/** Expects no axe violation. `what`: the view or dialog, for the report. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.evaluate(untilStill, { quietMs: 100, longestMs: 5_000 })
  // An element that is fading in has a lower contrast until its animation ends.
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
