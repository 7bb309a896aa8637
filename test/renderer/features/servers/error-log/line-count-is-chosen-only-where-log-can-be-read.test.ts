import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import ErrorLogDomainAndLineCountFields from '#renderer/features/servers/error-log/ErrorLogDomainAndLineCountFields.vue'
import { i18n } from '#renderer/text/i18n.ts'

async function render(obstacle: string | null): Promise<string> {
  i18n.global.locale.value = 'en'
  const app = createSSRApp(ErrorLogDomainAndLineCountFields, { names: [], obstacle, domain: 'one.com', count: 100 })
  // Naive UI collects its styles here, because there is no document.
  app.provide('@css-render/vue3-ssr', { styles: [], ids: new Set() })
  return renderToString(app.use(i18n))
}

test('Another number of lines cannot be chosen while none can be read, because fewer lines would stay below it', async () => {
  const [obstructed, free] = [await render('The account is paused.'), await render(null)]
  const isDisabled = (html: string) => html.includes('n-base-selection--disabled')
  expect([obstructed, free].map(isDisabled)).toEqual([true, false])
  expect(obstructed).toContain('title="The account is paused."')
})
