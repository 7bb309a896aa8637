import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from '#main/store/database.ts'
import { querySetting, storeSetting } from '#main/store/settings-store.ts'
import { createWindowBoundsStore } from '#main/store/window-bounds-store.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'

let dir: string
let database: Database
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'window-bounds-test-'))
  database = openDatabase(join(dir, 'banto.sqlite'))
})
afterEach(() => {
  database.close()
  rmSync(dir, { recursive: true, force: true })
})

const bounds = { x: 10, y: 20, width: 1200, height: 700, isMaximized: false }
const storedX = () => (JSON.parse(querySetting(database, 'window_bounds') ?? '{}') as { x?: number }).x

test('A window that is being moved is stored twice per second, and at once when the app closes', async () => {
  const clock = createVirtualClock()
  const store = createWindowBoundsStore({ database, clock })
  for (const x of [1, 2, 3]) store.save({ ...bounds, x })
  expect(storedX()).toBe(1)
  await clock.advance(500)
  expect(storedX()).toBe(3)
  store.save({ ...bounds, x: 4 })
  store.flush()
  expect(createWindowBoundsStore({ database, clock }).get()).toEqual({ ...bounds, x: 4 })
})

test.each([[null], ['not JSON'], ['{"x":1,"y":2}'], ['{"x":0,"y":0,"width":-5,"height":10,"isMaximized":false}']])(
  'Without readable bounds, the window opens at its default place: %s',
  (stored) => {
    if (stored !== null) storeSetting(database, 'window_bounds', stored)
    expect(createWindowBoundsStore({ database, clock: createVirtualClock() }).get()).toBeNull()
  },
)
