import { createPinia } from 'pinia'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, onTestFinished, test } from 'vitest'
import { openJournal } from '#main/orders/journal/open-journal.ts'
import OrderJournalProblemBanner from '#renderer/features/orders/OrderJournalProblemBanner.vue'
import { useOrderCountsRunsAndJournal } from '#renderer/stores/order-counts-runs-and-journal.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { createFaultyJournalFiles } from '#test/campaign/paid-orders/journal/faulty-journal-files.ts'
import { makeTemporaryJournalFolder, removeFolder, renewal } from '#test/main/orders/sample-intents.ts'

test.each([
  ['en', 'could not be saved at the last attempt', 'not possible now'],
  ['ja', '前回、注文の記録を保存できませんでした', '現在、購入できません'],
] as const)(
  'After a failed write of the journal, orders are not said to be impossible, because the next write may succeed (%s)',
  async (language, lastAttempt, impossible) => {
    i18n.global.locale.value = language
    const folder = makeTemporaryJournalFolder()
    onTestFinished(() => removeFolder(folder))
    let isDiskFull = true
    const fs = createFaultyJournalFiles(folder, () => {
      if (isDiskFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' })
    })
    const journal = openJournal({ folder, clock: { now: () => 1_700_000_000_000 }, fs })
    onTestFinished(() => journal.close())
    await expect(journal.add([renewal(1)])).rejects.toMatchObject({ kind: 'disk_full' })
    isDiskFull = false
    const pinia = createPinia()
    useOrderCountsRunsAndJournal(pinia).journal = journal.health()
    const shown = await renderToString(createSSRApp(OrderJournalProblemBanner).use(i18n).use(pinia))
    await journal.add([renewal(1)])
    expect(journal.health().state).toBe('good')
    expect(shown).toContain(lastAttempt)
    expect(shown).not.toContain(impossible)
  },
)
