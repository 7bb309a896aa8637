import { createMemoryHistory, createRouter } from 'vue-router'
import { ref } from 'vue'
import { expect, onTestFinished, test } from 'vitest'
import { useCommandsFromSearchedText } from '#renderer/features/search/useCommandsFromSearchedText.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test.each([
  ['example', 'All 50 in Domains'],
  ['q1', 'All 50 in Domains, without matches of short words in records'],
])('The list of all domains that match “%s” is announced as “%s”', (text, title) => {
  setMessageLanguage('en')
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
  const search = { hits: ref([]), customers: ref([]), domains: ref(50), searched: ref(text) }
  const { made, leave } = runInSetup(() => useCommandsFromSearchedText(search), { plugins: [router] })
  onTestFinished(leave)
  expect(made.more.value?.title).toBe(title)
})
