import { expect, test } from 'vitest'
import { currentConfirmation } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { useShrunkenListReview } from '#renderer/composables/useShrunkenListReview.ts'
import type { ShrunkenList } from '#shared/ipc/accounts.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const readAt = Date.now()
const shrunken: ShrunkenList = {
  list: 'domain',
  missing: 48,
  expectedCount: 78,
  firstReadAt: readAt,
  readAt,
  acceptedFrom: readAt + 3_600_000,
}

test.each([
  ['en', /\d\d:\d\d \(Japan time\)/],
  ['ja', /\d\d:\d\d（日本時間）[^ ]/],
] as const)('Every time in the review of a shrunken list is labelled as Japan time (%s)', (language, time) => {
  const { made: words, leave } = runInSetup(() => useShrunkenListReview())
  setMessageLanguage(language)
  for (const said of [words.title(shrunken), words.line(shrunken), words.text(shrunken)]) expect(said).toMatch(time)
  leave()
})

test('The time after which a smaller list is accepted is not shown earlier than it is', () => {
  const { made: words, leave } = runInSetup(() => useShrunkenListReview())
  setMessageLanguage('en')
  const acceptedFrom = Date.parse('2026-11-24T01:00:45Z')
  expect(words.text({ ...shrunken, acceptedFrom })).toContain('10:01 (Japan time)')
  leave()
})

test('The button that accepts a shrunken list states no number, because entries that were read again since stay', async () => {
  const { made: words, leave } = runInSetup(() => useShrunkenListReview())
  setMessageLanguage('en')
  const accepted = words.accept('account', shrunken)
  const { body, action, answer } = currentConfirmation.value ?? {}
  expect(body).toContain('48 of 78 domains are marked as gone, unless they were read again since')
  expect(action).toBe('Accept the new list')
  answer?.(false)
  expect(await accepted).toBe(false)
  leave()
})
