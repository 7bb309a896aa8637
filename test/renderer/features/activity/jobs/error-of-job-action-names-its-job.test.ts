import { createPinia, setActivePinia } from 'pinia'
import { createMemoryHistory, createRouter } from 'vue-router'
import { createSSRApp, type ComponentInternalInstance, type ComponentPublicInstance } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, onTestFinished, test } from 'vitest'
import JobsView from '#renderer/features/activity/jobs/JobsView.vue'
import type { useJobActions } from '#renderer/features/activity/jobs/useJobActions.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { newWwwAddress, startPlansRig } from '#test/main/plans/plans-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test('The error of an action on a job names the job, because several jobs are listed', async () => {
  const rig = await startPlansRig()
  setMessageLanguage('en')
  connectRigBridge(rig)
  Object.assign(globalThis, { window: Object.assign(new EventTarget(), globalThis.window) })
  await rig.call('app.saveSettings', { isOffline: true })
  const job = await rig.job(await rig.start(await rig.create(newWwwAddress)))
  onTestFinished(async () => void (await rig.call('jobs.cancel', { jobId: job.id })))
  const view = {
    ...JobsView,
    async serverPrefetch(this: ComponentPublicInstance) {
      const { setupState } = this.$ as ComponentInternalInstance & {
        setupState: { actions: ReturnType<typeof useJobActions> }
      }
      await setupState.actions.pause({ ...job, id: 'no-such-job' })
    },
  }
  const pinia = createPinia()
  setActivePinia(pinia)
  const app = createSSRApp(view)
  app.provide('@css-render/vue3-ssr', { styles: [], ids: new Set() })
  const router = createRouter({ history: createMemoryHistory(), routes: [] })
  const html = await renderToString(app.use(i18n).use(pinia).use(router))
  const notice = /data-test="error-notice"[\s\S]*?class="remedy"/.exec(html)?.[0]
  expect(notice).toContain('example.com')
})
