import { expect, test } from 'vitest'
import { fitWindowBoundsToScreen } from '#main/app/fit-window-bounds-to-screen.ts'

const laptop = { x: 0, y: 25, width: 1440, height: 875 }
const monitor = { x: 1440, y: 0, width: 2560, height: 1400 }

test('A window opens where it was if a screen shows enough of its upper edge to hold', () => {
  const onMonitor = { x: 2000, y: 100, width: 1600, height: 900 }
  expect(fitWindowBoundsToScreen(onMonitor, [laptop, monitor])).toEqual(onMonitor)
  const atTheEdge = { x: -1080, y: 100, width: 1200, height: 700 }
  expect(fitWindowBoundsToScreen(atTheEdge, [laptop])).toEqual(atTheEdge)
})

test.each([
  ['its screen was disconnected', { x: 2000, y: 100, width: 1600, height: 900 }],
  ['too little of it is left of the screen', { x: -1081, y: 100, width: 1200, height: 700 }],
  ['its upper edge is below the screen', { x: 100, y: 861, width: 1200, height: 700 }],
  ['its upper edge is above the screen', { x: 100, y: 24, width: 1200, height: 700 }],
])('A window opens at its default place if %s', (_reason, bounds) => {
  expect(fitWindowBoundsToScreen(bounds, [laptop])).toBeNull()
})

test('A window is not larger than the screen on which it opens', () => {
  expect(fitWindowBoundsToScreen({ x: 0, y: 25, width: 2560, height: 1400 }, [laptop])).toEqual({
    x: 0,
    y: 25,
    width: 1440,
    height: 875,
  })
})
