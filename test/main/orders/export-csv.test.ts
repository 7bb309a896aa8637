import { describe, expect, it } from 'vitest'
import type { IntentStep } from '#shared/ipc/orders.ts'
import { intentsAsCsv } from '#main/orders/books/export-csv.ts'
import { csvWords } from '#renderer/features/orders/list/csv-words.ts'
import { setMessages } from '#test/renderer/plain-words.ts'
import { renewal } from './journal-intents.ts'

/** Every fact that a step can hold. */
const facts: IntentStep['fact'] = {
  listed: true,
  becomes: 'active',
  expiry_date: '2028-03-31',
  previous_expiry_date: '2027-03-31',
  renewed: true,
  server_id: 'shop01',
  servername: 'shop01.example',
  status: 200,
  attempt: 2,
  happened: false,
  repeat: true,
  mayStillArrive: true,
  intentId: 'intent-2',
  confirmedAt: 1_700_000_000_000,
}

async function lineOf(language: 'ja' | 'en', fact: IntentStep['fact']): Promise<string> {
  const [planned] = renewal(1).steps as [IntentStep]
  async function* all() {
    yield renewal(1, { steps: [{ ...planned, fact }] })
  }
  return (await intentsAsCsv(all(), csvWords(setMessages(language)))).split('\r\n')[1] ?? ''
}

describe('the saved table of orders', () => {
  it.each(['ja', 'en'] as const)('tells each fact in the language of the window (%s)', async (language) => {
    for (const [name, value] of Object.entries(facts)) {
      const line = await lineOf(language, { [name]: value })
      expect(line).not.toContain(`,${name}: `)
      if (typeof value === 'boolean') expect(line).not.toMatch(/true|false/)
      else if (name !== 'confirmedAt') expect(line).toContain(String(value))
    }
  })

  it('says what was seen, and nothing twice that has a column', async () => {
    expect(await lineOf('en', { listed: true, expiry_date: '2028-03-31', yen: 1650 })).toContain(',In the account’s list: Yes; Expiry: 2028-03-31,')
    expect(await lineOf('en', { stop: 'cancelled', expiry_date: null })).toContain(',Its run: cancelled,')
    expect(await lineOf('en', { confirmedAt: 1_700_000_000_000 })).toContain(',Confirmed: 2023-11-15 07:13:20 (Japan),')
  })

  it('shows a fact that this version does not know as it came', async () => {
    expect(await lineOf('ja', { of_tomorrow: '$& 1' })).toContain(',of_tomorrow: $& 1,')
  })
})
