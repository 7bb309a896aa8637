import { createPinia } from 'pinia'
import { createSSRApp, h, type Component } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, onTestFinished, test, vi } from 'vitest'
import { maxServiceExecutionDelayMs } from '#shared/api/max-service-execution-delay.ts'
import { AppError } from '#shared/app-error.ts'
import { secondMs } from '#shared/durations.ts'
import ServerChangeError from '#renderer/features/servers/ServerChangeError.vue'
import { i18n } from '#renderer/text/i18n.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const mayStill = 'The service may still make the change within minutes'

/** Renders the notice after it was shown for some time. */
function renderAfter(shownMs: number): Promise<string> {
  const error = new AppError('unsettled', 'lost', { details: { isReadAgain: true } })
  const notice: Component = ServerChangeError
  const shown = { ...notice, serverPrefetch: () => void vi.advanceTimersByTime(shownMs) }
  const app = createSSRApp({ render: () => h(shown, { error }) })
  return renderToString(app.use(i18n).use(createPinia()))
}

test('The notice of a change of unknown outcome says that it may still be made only as long as that is so', async () => {
  const rig = await startSimulatorRig({ world: { users: [] } })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  setMessageLanguage('en')
  const nothing = Object.assign(new EventTarget(), { matches: false })
  Object.assign(window, { matchMedia: () => nothing })
  vi.useFakeTimers({ toFake: ['Date', 'setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(await renderAfter(0)).toContain(mayStill)
  const later = await renderAfter(maxServiceExecutionDelayMs + 10 * secondMs)
  expect(later).not.toContain(mayStill)
  expect(later).toContain('Check the present state before you repeat the change.')
})
