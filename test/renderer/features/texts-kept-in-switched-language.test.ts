import { createPinia } from 'pinia'
import { createSSRApp, h, type Component, type ComponentInternalInstance, type ComponentPublicInstance } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxCustomerLength } from '#shared/customer-name-rules.ts'
import { maxTagLength, maxTagsPerResource } from '#shared/tag-rules.ts'
import CustomerSelect from '#renderer/features/annotations/CustomerSelect.vue'
import TagSelect from '#renderer/features/annotations/TagSelect.vue'
import RegistrarLockForm from '#renderer/features/domain-settings/RegistrarLockForm.vue'
import WhoisForm from '#renderer/features/domain-settings/WhoisForm.vue'
import DomainAndServerAttributeFilterPanel from '#renderer/features/list-tools/DomainAndServerAttributeFilterPanel.vue'
import { noAttributeFilters } from '#renderer/stores/create-list-filter-and-sort.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

let rig: SimulatorRig

beforeAll(async () => {
  rig = await startSimulatorRig({ world: { users: [] } })
  connectRigBridge(rig)
  Object.assign(globalThis, { window: Object.assign(new EventTarget(), globalThis.window) })
})
afterAll(() => rig.close())

interface Opened {
  exposed: { readSource(): unknown }
  setupState: { take(chosen: unknown): void; copyContact(): Promise<void>; loadOptions(): Promise<void> }
}

/** Renders a form in Japanese, after `use` has used it in English. */
async function renderAfterSwitch(form: Component, props: object, use: (form: Opened) => unknown): Promise<string> {
  setMessageLanguage('en')
  const used = {
    ...form,
    // Runs after the setup of a component and before it is rendered.
    async serverPrefetch(this: ComponentPublicInstance) {
      await use(this.$ as ComponentInternalInstance & Opened)
      setMessageLanguage('ja')
    },
  }
  const app = createSSRApp({ render: () => h(used, props) })
  // Naive UI collects its styles here, because there is no document.
  app.provide('@css-render/vue3-ssr', { styles: [], ids: new Set() })
  return renderToString(app.use(i18n).use(createPinia()))
}

const inJapanese = (key: string, values: object = {}) => i18n.global.t(key, { ...values }, { locale: 'ja' })

test('A customer whose name is too long is refused in the language that the user has switched to since', async () => {
  const props = { label: '', placeholder: '', testId: 'customer', modelValue: null }
  const html = await renderAfterSwitch(CustomerSelect, props, ({ setupState }) =>
    setupState.take('x'.repeat(maxCustomerLength + 1)),
  )
  expect(html).toContain(inJapanese('annotations.customer.tooLong', { max: maxCustomerLength }))
})

test('Tags that are too long or too many are refused in the language that the user has switched to since', async () => {
  const props = { label: '', placeholder: '', testId: 'tags', modelValue: [] }
  const tooLong = await renderAfterSwitch(TagSelect, props, ({ setupState }) =>
    setupState.take(['x'.repeat(maxTagLength + 1)]),
  )
  expect(tooLong).toContain(inJapanese('annotations.tags.tooLong', { max: maxTagLength }))
  const tooMany = await renderAfterSwitch(TagSelect, props, ({ setupState }) =>
    setupState.take(Array.from({ length: maxTagsPerResource + 1 }, (_, n) => `tag${n}`)),
  )
  expect(tooMany).toContain(inJapanese('annotations.tags.tooMany', { max: maxTagsPerResource }))
})

test('A form of a domain says what it needs in the language that the user has switched to since', async () => {
  const props = { domain: null, serviceNameservers: [], isDisabled: false }
  const lock = await renderAfterSwitch(RegistrarLockForm, props, ({ exposed }) => exposed.readSource())
  expect(lock).toContain(inJapanese('domainSettings.lock.choose'))
  const privacy = { ...props, parts: ['privacy'] }
  const whois = await renderAfterSwitch(WhoisForm, privacy, ({ exposed }) => exposed.readSource())
  expect(whois).toContain(inJapanese('domainSettings.unchanged'))
})

test('A contact that was not found is reported in the language that the user has switched to since', async () => {
  // The menu of presets needs a document, so only the message is rendered.
  const copyError = (...[, , , setup]: unknown[]) => h('p', (setup as { copyError: string }).copyError)
  const form = { ...WhoisForm, ssrRender: undefined, render: copyError }
  const props = { domain: null, serviceNameservers: [], isDisabled: false, parts: ['fields'] }
  const html = await renderAfterSwitch(form, props, ({ setupState }) => setupState.copyContact())
  expect(html).toContain(inJapanese('domainSettings.whois.copyNotFound'))
})

test('The choice of no customer is named in the language that the user has switched to since', async () => {
  // The panel with the choices needs a document, so only their names are rendered.
  const names = (...[, , , setup]: unknown[]) =>
    (setup as { customers: { label: string }[] }).customers.map(({ label }) => h('p', label))
  const panel = { ...DomainAndServerAttributeFilterPanel, ssrRender: undefined, render: names }
  const props = { fields: ['tlds'], modelValue: noAttributeFilters }
  const html = await renderAfterSwitch(panel, props, ({ setupState }) => setupState.loadOptions())
  expect(html).toContain(inJapanese('listTools.filters.noCustomer'))
})
