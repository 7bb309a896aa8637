import { expect, test } from 'vitest'
import { sendOrderDryRun, type SendOrderDryRunDeps } from '#main/orders/quotes/send-order-dry-run.ts'
import type { QuoteRowWithIntentData } from '#main/orders/quotes/fetch-and-price-quote-rows.ts'
import { AppError, type AppErrorFields } from '#shared/app-error.ts'
import type { ErrorKind } from '#shared/error-kinds.ts'
import { expiry, renewal } from '#test/main/orders/orders-rig.ts'

/** Makes a dry run with two keys; the first fails with this error. Returns the keys that were tried, and the row. */
async function tryTwoKeys(kind: ErrorKind, fields?: AppErrorFields) {
  const tried: string[] = []
  const deps = {
    api: {
      usableKeys: () => ({ keys: [{ id: 'first' }, { id: 'second' }], unusableKeys: [] }),
      call: async ({ keyId }: { keyId: string }) => {
        tried.push(keyId)
        if (keyId === 'first') throw new AppError(kind, 'The first key fails', fields)
        return { data: { dry_run: true, total_price: 1_500 }, readAt: 1 }
      },
    },
    balance: { recordBalanceRefusal: () => undefined },
  } as unknown as SendOrderDryRunDeps
  const entry = { keyId: 'first', row: { item: renewal, yen: 1_500, expiryDate: expiry, problem: null } }
  await sendOrderDryRun(deps, entry as unknown as QuoteRowWithIntentData, null, new AbortController().signal)
  return { tried, entry }
}

test.each([
  ['secret_missing', {}],
  ['secret_origin_mismatch', {}],
  ['no_key', {}],
  ['service', { status: 401, code: 'UNAUTHORIZED' }],
] as const)('A dry run continues with the next key after an error of one key (%s)', async (kind, fields) => {
  const { tried, entry } = await tryTwoKeys(kind, fields)
  expect(tried).toEqual(['first', 'second'])
  expect(entry).toMatchObject({ keyId: 'second', row: { problem: null } })
})

test('A dry run does not try another key after an error of the network', async () => {
  const { tried, entry } = await tryTwoKeys('timeout')
  expect(tried).toEqual(['first'])
  expect(entry.row.problem).toMatchObject({ reason: 'data_not_read' })
})
