import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  minMsUntilShrunkenListConfirmed,
  detectGoneNamesOrShrunkenList,
  type GoneNamesInput,
  type NamesVisibleToKey,
  type PendingShrunkenList,
} from '#main/inventory/lists/detect-gone-names-or-shrunken-list.ts'

const names = (count: number) => Array.from({ length: count }, (_, index) => `d${index}`)
const decide = (facts: Partial<GoneNamesInput>) =>
  detectGoneNamesOrShrunkenList({ present: [], listed: new Set(), scopes: ['all'], readAt: 0, earlier: null, ...facts })

describe('One list', () => {
  test('A list that lacks less than a third is applied at once, and a list that lacks a third waits', () => {
    expect(decide({ present: names(10), listed: new Set(names(7)) })).toMatchObject({
      isApplied: true,
      gone: ['d7', 'd8', 'd9'],
      shrunken: null,
    })
    expect(decide({ present: names(9), listed: new Set(names(6)), readAt: 5 })).toEqual({
      isApplied: false,
      gone: [],
      goneSince: 5,
      shrunken: { firstReadAt: 5, readAt: 5, expectedCount: 9, missing: ['d6', 'd7', 'd8'] },
    })
  })

  test('An empty list of a key for few names waits, however many names other keys show', () => {
    const scopes: NamesVisibleToKey[] = [new Set(['d0', 'd1']), new Set(names(100).slice(2))]
    expect(decide({ present: names(100), listed: new Set(names(100).slice(2)), scopes })).toMatchObject({
      isApplied: false,
      shrunken: { expectedCount: 100, missing: ['d0', 'd1'] },
    })
  })

  test('A list waits when only all keys together lack a third', () => {
    const scopes: NamesVisibleToKey[] = [new Set(['d0', 'd1', 'd2', 'd3']), new Set(['d0', 'd1', 'd2', 'd4'])]
    expect(decide({ present: names(5), listed: new Set(names(3)), scopes }).isApplied).toBe(false)
  })

  test('Names that no answering key is made for are not gone', () => {
    expect(
      decide({ present: ['mine', 'other'], scopes: [new Set(['mine'])], listed: new Set(['mine']) }),
    ).toMatchObject({ isApplied: true, gone: [] })
    expect(decide({ present: ['mine'], scopes: [] })).toMatchObject({ isApplied: true, gone: [] })
  })

  test('A target of a key matches a name in any case', () => {
    const present = ['Mine', ...names(5)]
    expect(decide({ present, scopes: [new Set(['mine', ...names(5)])], listed: new Set(names(5)) }).gone).toEqual([
      'Mine',
    ])
  })

  test('A list that lacks another name than the waiting list starts the hour again', () => {
    const earlier: PendingShrunkenList = { firstReadAt: 0, readAt: 0, expectedCount: 4, missing: ['d0', 'd1'] }
    expect(
      decide({ present: names(4), listed: new Set(['d1']), earlier, readAt: minMsUntilShrunkenListConfirmed }),
    ).toMatchObject({ isApplied: false, shrunken: { firstReadAt: minMsUntilShrunkenListConfirmed } })
    expect(decide({ present: names(4), listed: new Set(['d2', 'd3', 'd1']), earlier, readAt: 2 })).toMatchObject({
      isApplied: true,
      gone: ['d0'],
    })
  })

  test('Waiting names that no answering key is made for keep waiting', () => {
    const earlier: PendingShrunkenList = { firstReadAt: 0, readAt: 0, expectedCount: 4, missing: ['d0', 'd1'] }
    const decision = decide({
      present: names(4),
      listed: new Set(['d2', 'd3']),
      scopes: [new Set(['d2', 'd3'])],
      earlier,
      readAt: 9,
    })
    expect(decision).toMatchObject({
      isApplied: true,
      gone: [],
      shrunken: { firstReadAt: 0, readAt: 0, missing: ['d0', 'd1'] },
    })
  })
})

/**
 * One fetched list: its names, the scopes of its keys and the time since the last list. `accepts`: the user then
 * accepts the shrunken list.
 */
interface Step {
  listed: string[]
  scopes: NamesVisibleToKey[]
  laterMs: number
  accepts: boolean
}

const all = names(6)
const scope: fc.Arbitrary<NamesVisibleToKey> = fc.oneof(
  fc.constant('all' as const),
  fc.subarray(all).map((some) => new Set(some)),
)
const step: fc.Arbitrary<Step> = fc.record({
  listed: fc.oneof(fc.constant<string[]>([]), fc.constant(all), fc.subarray(all)),
  scopes: fc.array(scope, { maxLength: 3 }),
  laterMs: fc.constantFrom(
    1,
    minMsUntilShrunkenListConfirmed / 2,
    minMsUntilShrunkenListConfirmed - 1,
    minMsUntilShrunkenListConfirmed,
    3 * minMsUntilShrunkenListConfirmed,
  ),
  accepts: fc.boolean(),
})

/** The rule, checked against the whole history instead of the stored shrunken list. */
function mayBeGone(
  name: string,
  history: { at: number; listed: Set<string>; lacks: (name: string) => boolean; isSuspicious: boolean }[],
): boolean {
  const last = history.at(-1)
  if (!last?.lacks(name)) return false
  if (!last.isSuspicious) return true
  // A name is gone only if a list without it is at least an hour old, and no list has contained the name since.
  const before = history.slice(0, -1)
  const shown = before.findLastIndex(({ listed }) => listed.has(name))
  return before.slice(shown + 1).some(({ at, lacks }) => lacks(name) && last.at - at >= minMsUntilShrunkenListConfirmed)
}

describe('Any history of lists and accepted lists', () => {
  test('Only names that an applied list lacked are gone, and a suspicious list alone changes nothing', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        let present = all
        let waiting: PendingShrunkenList | null = null
        let at = 0
        const history: Parameters<typeof mayBeGone>[1] = []
        for (const { listed, scopes, laterMs, accepts } of steps) {
          at += laterMs
          const shown = new Set(listed)
          const expectedCount = scopes.map((one) => present.filter((name) => one === 'all' || one.has(name)))
          const union = new Set(expectedCount.flat())
          const isSuspicious = [...expectedCount, [...union]].some((those) => {
            const lacks = those.filter((name) => !shown.has(name)).length
            return lacks > 0 && 3 * lacks >= those.length
          })
          history.push({ at, listed: shown, lacks: (name) => union.has(name) && !shown.has(name), isSuspicious })
          const decision = detectGoneNamesOrShrunkenList({
            present,
            listed: shown,
            scopes,
            readAt: at,
            earlier: waiting,
          })
          if (!decision.isApplied) {
            expect(isSuspicious).toBe(true)
            expect(decision.gone).toEqual([])
            expect(decision.shrunken?.missing).toEqual(present.filter((name) => union.has(name) && !shown.has(name)))
          }
          if (!isSuspicious) expect(decision.isApplied).toBe(true)
          for (const name of decision.gone) {
            expect(mayBeGone(name, history)).toBe(true)
            expect(decision.goneSince).toBeLessThanOrEqual(at)
          }
          // All names that an applied list lacks are gone.
          if (decision.isApplied) expect(present.filter((name) => history.at(-1)?.lacks(name))).toEqual(decision.gone)
          waiting = decision.shrunken
          present = present.filter((name) => !decision.gone.includes(name))
          if (decision.isApplied) present = [...new Set([...present, ...listed])]
          if (accepts && waiting !== null) {
            const accepted: readonly string[] = waiting.missing
            expect(accepted.every((name) => present.includes(name))).toBe(true)
            present = present.filter((name) => !accepted.includes(name))
            waiting = null
          }
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('The same list, read again an hour later, is always applied', () => {
    fc.assert(
      fc.property(fc.subarray(all), fc.array(scope, { minLength: 1, maxLength: 3 }), (listed, scopes) => {
        const first = detectGoneNamesOrShrunkenList({
          present: all,
          listed: new Set(listed),
          scopes,
          readAt: 0,
          earlier: null,
        })
        const second = detectGoneNamesOrShrunkenList({
          present: all,
          listed: new Set(listed),
          scopes,
          readAt: minMsUntilShrunkenListConfirmed,
          earlier: first.shrunken,
        })
        expect(second.isApplied).toBe(true)
      }),
    )
  })
})
