import { orderIntentEvents, shownOrderStatuses } from '#shared/ipc/order-intent-schemas.ts'
import { expect } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import {
  expectOrderStatus,
  openRenew,
  payUntilBetaLacksBalance,
  startWithTwoAccounts,
  test,
  selectOnly,
} from '#test/e2e/support/renewal-fixtures-and-steps.ts'
import { saveCsv } from '#test/e2e/support/save-and-read-csv.ts'
import { confirmAction } from '#test/e2e/support/user-steps.ts'

const textsByLanguage = {
  en: {
    heading: { target: 'Name', state: 'State', held: 'Reason on hold', evidence: 'Last event' },
    unsettled: 'Outcome unknown',
    done: 'Completed',
    refused: 'Declined, not charged',
    held: 'On hold',
    abandoned: 'Cancelled',
    noMoney: 'On hold: insufficient balance for another order of this account',
  },
  ja: {
    heading: { target: '名前', state: '状態', held: '停止の理由', evidence: '最後の経過' },
    unsettled: '結果不明',
    done: '完了',
    refused: '不成立（課金なし）',
    held: '停止中',
    abandoned: '取り下げ済み',
    noMoney: '停止中: このアカウントの別の注文で残高が不足しました',
  },
}

for (const language of ['en', 'ja'] as const) {
  test(`The CSV file has the window’s language and calls no order of unknown outcome failed (${language})`, async ({
    harness,
    expiring,
    renewalRequestDelay,
  }) => {
    const words = textsByLanguage[language]
    const page = await startWithTwoAccounts(harness, expiring, language)
    const saveTable = (name: string) => saveCsv(page, harness, { button: 'orders-export', name })
    const stateOf = (rows: Record<string, string>[], name: string) =>
      rows.find((row) => row[words.heading.target] === name)?.[words.heading.state]

    expiring.faults.add({
      match: { method: 'POST', path: 'alpha-two.com/renew$' },
      times: 1,
      fault: { kind: 'status', status: 502, code: 'BACKEND_ERROR' },
    })
    await openRenew(page)
    await selectOnly(page, [
      'alpha-one.com',
      'alpha-two.com',
      ...Array.from({ length: 10 }, (_, index) => `beta-${index}.com`),
    ])
    await payUntilBetaLacksBalance(page, renewalRequestDelay)
    await expectOrderStatus(page, 'alpha-two.com', 'unsettled')
    await expect(page.getByTestId('held-account')).toContainText('Beta')
    // The orders that were sent when the balance ran out get their answers later.
    const statuses = async () => (await callMain(page, 'orders.list', {})).rows.map(({ status }) => status)
    await expect.poll(statuses).not.toContain('sent')
    const rows = await saveTable('before.csv')
    expect(rows).toHaveLength(12)
    for (const heading of Object.values(words.heading)) expect(Object.keys(rows[0] ?? {})).toContain(heading)
    expect(stateOf(rows, 'alpha-one.com')).toBe(words.done)
    expect(stateOf(rows, 'alpha-two.com')).toBe(words.unsettled)
    const states = rows.map((row) => row[words.heading.state])
    expect(new Set(states)).toEqual(new Set([words.done, words.unsettled, words.refused, words.held]))
    expect(
      rows.filter((row) => row[words.heading.state] === words.held).map((row) => row[words.heading.held]),
    ).toContain(words.noMoney)

    await page.getByTestId('run-cancel').click()
    await confirmAction(page)
    await expect(page.getByTestId('run-cancel')).toHaveCount(0)
    const after = await saveTable('after.csv')
    expect(new Set(after.map((row) => row[words.heading.state]))).toEqual(
      new Set([words.done, words.unsettled, words.refused, words.abandoned]),
    )

    const names: readonly string[] = [...shownOrderStatuses, ...orderIntentEvents]
    for (const row of [...rows, ...after]) {
      const { [words.heading.state]: state, [words.heading.evidence]: evidence, [words.heading.held]: held } = row
      for (const cell of [state, evidence, held]) {
        expect(names).not.toContain(cell)
        expect(cell).not.toMatch(/fail|失敗/i)
      }
    }
    if (language === 'ja')
      expect(Object.keys(rows[0] ?? {}).filter((heading) => /^[\x20-\x7e]*$/.test(heading))).toEqual([])
  })
}
