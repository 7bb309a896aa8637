import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import ChangeOfUnknownOutcomeInZoneNotice from '#renderer/features/domains/zone/ChangeOfUnknownOutcomeInZoneNotice.vue'
import { i18n } from '#renderer/text/i18n.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const render = (mayRead: boolean) =>
  renderToString(createSSRApp({ render: () => h(ChangeOfUnknownOutcomeInZoneNotice, { mayRead }) }).use(i18n))

test.each([
  ['en', 'The outcome of a change is unknown', 'Read the zone again'],
  ['ja', '結果未確認の変更があり', 'ゾーンを読み直すと'],
] as const)(
  'A zone with a change of unknown outcome is to be read again only while its domain is not gone (%s)',
  async (language, unknown, readAgain) => {
    setMessageLanguage(language)
    const shown = [await render(true), await render(false)]
    expect(shown.map((html) => html.includes(unknown))).toEqual([true, true])
    expect(shown.map((html) => html.includes(readAgain))).toEqual([true, false])
    setMessageLanguage('en')
  },
)
