import { describe, expect, test } from 'vitest'
import { readPlaced, type PlacedIntent } from '#renderer/features/orders/quote/placed-intents.ts'

const settled = { state: 'done', hold: null } as PlacedIntent
const refused = { state: 'refused', hold: null } as PlacedIntent
const inTurn = { state: 'planned', hold: null } as PlacedIntent
const paused = { state: 'planned', hold: { reason: 'run_paused' } as PlacedIntent['hold'] } as PlacedIntent
const asked: number[] = []

/** In pages of two. */
async function read(rows: readonly PlacedIntent[]) {
  asked.length = 0
  return readPlaced((offset) => {
    asked.push(offset)
    return Promise.resolve({ rows: rows.slice(offset, offset + 2), total: rows.length })
  })
}

describe('what was just confirmed', () => {
  test('is read to its end once all before has come to an end, so that a price that changed for the last is asked again, too', async () => {
    const rows = [settled, settled, paused, refused, refused]
    await expect(read(rows)).resolves.toEqual({ intents: rows, isQuiet: true })
    expect(asked).toEqual([0, 2, 4])
  })

  test('is not quiet while one of it is on its way or waits for its turn, and is then read no further', async () => {
    await expect(read([settled, settled, settled, inTurn, refused])).resolves.toEqual({ intents: [settled, settled, settled, inTurn], isQuiet: false })
    expect(asked).toEqual([0, 2])
    await expect(read([settled, { state: 'sent', hold: null } as PlacedIntent])).resolves.toMatchObject({ isQuiet: false })
  })

  test('is not quiet before anything of it is known', async () => {
    await expect(read([])).resolves.toEqual({ intents: [], isQuiet: false })
  })
})
