// npm run demo: the main tasks on the simulator, in a window. Without a display, in CI or with --headless, the demo
// runs without a window and takes screenshots.
import { runDemoWithScreenshots } from './run-demo-with-screenshots.ts'
import { StepFailed } from './run-demo-step.ts'
import { runDemoUntilWindowCloses } from './run-demo-until-window-closes.ts'

const hasDisplay = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
const isAlone = process.argv.includes('--headless') || Boolean(process.env['CI']) || !hasDisplay

// When the app does not start, Playwright also rejects a promise that no caller can handle.
process.on('unhandledRejection', () => {})

// On Ctrl+C the process exits normally, so that its exit handlers end the processes that it started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

console.log(isAlone ? 'Demo, by itself' : 'Demo')
try {
  await (isAlone ? runDemoWithScreenshots() : runDemoUntilWindowCloses())
  process.exitCode = 0
} catch (error) {
  if (!(error instanceof StepFailed)) throw error
  console.error(`\nThe demo failed at "${error.step}":\n${error.message}`)
  process.exitCode = 1
}
