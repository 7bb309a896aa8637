// npm run demo: the main job on the simulator. In a window where there is a display, by itself where there is none
// (or with --headless).
import { runHeadless } from '#test/e2e/demo/run-headless.ts'
import { StepFailed } from '#test/e2e/demo/report-step.ts'
import { runInWindow } from '#test/e2e/demo/run-in-window.ts'

const hasDisplay = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
const isAlone = process.argv.includes('--headless') || Boolean(process.env['CI']) || !hasDisplay

// Playwright rejects a second promise, which nobody holds, when the app does not start; the first one is ours.
process.on('unhandledRejection', () => {})

// Ctrl+C: an ordinary exit, so that what was started is ended with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

console.log(isAlone ? 'Demo, by itself' : 'Demo')
try {
  await (isAlone ? runHeadless() : runInWindow())
  process.exitCode = 0
} catch (error) {
  if (!(error instanceof StepFailed)) throw error
  console.error(`\nThe demo failed at "${error.step}":\n${error.message}`)
  process.exitCode = 1
}
