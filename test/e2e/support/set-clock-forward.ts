import type { AppHarness } from './app-fixtures.ts'

/** Sets the wall clock of the main process forward, from where it is. The clock of the simulator does not change. */
export function setClockForward(harness: AppHarness, byMs: number): Promise<void> {
  return harness.app().app.evaluate((_electron, ms) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + ms
  }, byMs)
}
