import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import { parseJapanTime } from '#shared/japan-time.ts'
import { i18n } from '#renderer/text/i18n.ts'
import AccountHealthLabel from '#renderer/ui/status/AccountHealthLabel.vue'

const until = parseJapanTime('2026-12-01 18:00:00')
const render = (level: 'good' | 'failing', waitsUntil: number | null) =>
  renderToString(
    createSSRApp({ render: () => h(AccountHealthLabel, { health: { level, reasons: [] }, waitsUntil }) }).use(i18n),
  )

test.each([
  ['en', 'Limited until 12-01 18:00', 'Good', 'Error'],
  ['ja', '12-01 18:00 まで制限中', '正常', 'エラー'],
] as const)(
  'An account that the service told to wait is not called good (%s)',
  async (locale, waiting, good, failing) => {
    i18n.global.locale.value = locale
    expect(await render('good', until)).toContain(waiting)
    expect(await render('good', until)).not.toContain(good)
    expect(await render('good', null)).toContain(good)
    expect(await render('failing', until)).toContain(failing)
  },
)
