import { expect, test } from 'vitest'
import { useShrunkenListReview } from '#renderer/composables/useShrunkenListReview.ts'
import type { ShrunkenList } from '#shared/ipc/accounts.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'
import { setMessages } from '#test/renderer/set-messages.ts'

const readAt = Date.now()
const shrunken: ShrunkenList = {
  list: 'domain',
  missing: 48,
  held: 78,
  firstReadAt: readAt,
  readAt,
  agreesFrom: readAt + 3_600_000,
}

test.each([
  ['en', /\d\d:\d\d \(Japan time\)/],
  ['ja', /\d\d:\d\d（日本時間）[^ ]/],
] as const)('every time of a list that waits is said to be Japan’s (%s)', (language, time) => {
  const { made: words, leave } = runInSetup(() => useShrunkenListReview())
  setMessages(language)
  for (const said of [words.title(shrunken), words.line(shrunken), words.text(shrunken)]) expect(said).toMatch(time)
  leave()
})
