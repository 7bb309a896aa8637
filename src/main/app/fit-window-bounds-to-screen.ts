interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** Minimum size in px of the visible part of a window's top edge, so that the user can drag the window. */
const visibleWidth = 120
const visibleHeight = 40

/**
 * Returns bounds at which the user can reach the window. The window is then not larger than the screen that shows its
 * upper edge. Null if no screen shows enough of that edge, for example because the screen was disconnected.
 */
export function fitWindowBoundsToScreen(
  { x, y, width, height }: Rectangle,
  screens: readonly Rectangle[],
): Rectangle | null {
  const screen = screens.find(
    (each) =>
      overlap(x, width, each.x, each.width) >= visibleWidth &&
      overlap(y, visibleHeight, each.y, each.height) === visibleHeight,
  )
  if (!screen) return null
  return { x, y, width: Math.min(width, screen.width), height: Math.min(height, screen.height) }
}

function overlap(start: number, length: number, otherStart: number, otherLength: number): number {
  return Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart)
}
