import { expect, test } from 'vitest'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test('A server without a listed order names the server ID, because the service may have changed the ordered one', () => {
  for (const [language, named] of [
    ['en', 'server ID'],
    ['ja', 'サーバーID'],
  ] as const)
    expect(setMessageLanguage(language)('orders.ofTarget.none.server')).toContain(named)
  setMessageLanguage('en')
})
