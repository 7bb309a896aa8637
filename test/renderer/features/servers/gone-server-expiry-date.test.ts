import { createPinia } from 'pinia'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import type { ServerRow } from '#shared/ipc/inventory.ts'
import { dayMs } from '#shared/durations.ts'
import ServerContract from '#renderer/features/servers/ServerContract.vue'
import { i18n } from '#renderer/text/i18n.ts'

test('The expiry date of a gone server is that of the last reading, without the days that are left', async () => {
  i18n.global.locale.value = 'en'
  const expiryDate = new Date(Date.now() + 21 * dayMs).toISOString().slice(0, 10)
  const render = (goneSince: number | null) => {
    const row = { accountId: 'a', status: 'active', expiryDate, autoRenew: null, goneSince } as unknown as ServerRow
    return renderToString(createSSRApp(ServerContract, { row, isPending: false }).use(i18n).use(createPinia()))
  }
  expect(await render(null)).toMatch(/in \d+ days/u)
  const gone = await render(Date.now())
  expect(gone).toContain(`${expiryDate} when last read`)
  expect(gone).not.toMatch(/in \d+ days/u)
})
