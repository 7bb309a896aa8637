import { createPinia } from 'pinia'
import { createSSRApp, h, shallowReactive, type Component, type Ref } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { beforeEach, expect, test } from 'vitest'
import type { Domain } from '#shared/ipc/inventory.ts'
import NameserversForm from '#renderer/features/domain-settings/NameserversForm.vue'
import RegistrarLockForm from '#renderer/features/domain-settings/RegistrarLockForm.vue'
import WhoisForm from '#renderer/features/domain-settings/WhoisForm.vue'
import { i18n } from '#renderer/text/i18n.ts'

beforeEach(() => {
  i18n.global.locale.value = 'en'
  Object.assign(globalThis, { window: new EventTarget() })
})

const serviceNameservers = ['ns1.service.example', 'ns2.service.example']
const read = <T>(data: T) => ({ data, readAt: 1, error: null, errorAt: null })

/** Renders a form whose domain is read again after the form was opened. */
async function renderAfterReading(form: Component, before: object, after: object, own = {}): Promise<string> {
  const domain = shallowReactive({ row: { accountId: 'a', name: 'example.com' }, ...before }) as unknown as Domain
  // `serverPrefetch` runs after the setup of a component and before it is rendered.
  const readAfterSetup = { ...form, serverPrefetch: () => Promise.resolve(Object.assign(domain, after)) }
  const app = createSSRApp({
    render: () => h(readAfterSetup, { domain, serviceNameservers, isDisabled: false, ...own }),
  })
  return renderToString(app.use(i18n).use(createPinia()))
}

test('The form of name servers compares with those that were read after it was opened', async () => {
  // The menu of presets needs a document, so only the warnings are rendered.
  const render = (...[, , , setup]: unknown[]) =>
    (setup as { warnings: { code: string }[] }).warnings.map(({ code }) => code).join()
  const form = { ...NameserversForm, ssrRender: undefined, render: (...of: unknown[]) => h('p', render(...of)) }
  const before = { nameservers: read({ nameservers: ['ns1.other.example', 'ns2.other.example'] }) }
  expect(await renderAfterReading(form, before, before)).not.toContain('zoneLosesEffect')
  const after = { nameservers: read({ nameservers: serviceNameservers }) }
  expect(await renderAfterReading(form, before, after)).toContain('>zoneLosesEffect<')
})

test('The form of the lock warns of a lock that cannot be cleared again by the newest reading', async () => {
  const before = { lock: read({ locked: true, warn_on_lock: true }) }
  const warning = i18n.global.t('domainSettings.lock.oneWay')
  expect(await renderAfterReading(RegistrarLockForm, before, before)).not.toContain(warning)
  const after = { lock: read({ locked: false, warn_on_lock: true }) }
  expect(await renderAfterReading(RegistrarLockForm, before, after)).toContain(warning)
})

test('The form of Whois privacy warns that contact data will be public only while the newest reading has privacy on', async () => {
  const { setup } = WhoisForm as unknown as {
    setup: (props: unknown, context: unknown) => { privacy: Ref<boolean | null> }
  }
  const withPrivacyTurnedOff = {
    ...WhoisForm,
    setup(props: unknown, context: unknown) {
      const state = setup(props, context)
      state.privacy.value = false
      return state
    },
  }
  const whoisOf = (whois_privacy: boolean) => ({
    whois: read({ whois_privacy, is_whois_privacy_available: true, fields: {} }),
  })
  const render = (after: object) =>
    renderAfterReading(withPrivacyTurnedOff, whoisOf(true), after, { parts: ['privacy'] })
  const warning = i18n.global.t('plan.setting.whoisPublished')
  expect(await render(whoisOf(true))).toContain(warning)
  expect(await render(whoisOf(false))).not.toContain(warning)
})
