import { describe, expect, test } from 'vitest'
import { startQuoteRigWithAccount, createRenewalItem, createAcquisitionItem } from './quote-rig.ts'
import { captureAppError } from '#test/capture-rejection.ts'

describe('Discarded quotes', () => {
  test('A discarded quote sends no more requests, throws `cancelled`, and cannot be confirmed', async () => {
    const { accountId, rig, calls } = await startQuoteRigWithAccount()
    rig.simulator.faults.add({ match: { path: '/check$' }, times: 100, fault: { kind: 'delay', ms: 200 } })
    const items = Array.from({ length: 30 }, (_, index) => createAcquisitionItem(accountId, `name${index}.com`))
    const asked = rig.call('orders.quote', { quoteId: 'dropped', items })
    await rig.event('orders.quoteProgress', ({ done }) => done > 0)
    await rig.call('orders.discardQuote', { quoteId: 'dropped' })
    expect((await captureAppError(asked)).kind).toBe('cancelled')
    expect(calls().length).toBeLessThan(30)
    expect(
      await captureAppError(
        rig.call('orders.confirm', { quoteId: 'dropped', rowIds: ['any'], totalYen: 0, agreesToTerms: true }),
      ),
    ).toMatchObject({ kind: 'not_found' })
  })
})

describe('Confirmations', () => {
  test('A confirmation names rows and their total, and no row with a problem can be confirmed', async () => {
    const { accountId, rig, quote, sent } = await startQuoteRigWithAccount()
    const { quoteId, rows } = await quote([
      createRenewalItem(accountId, 'one.com'),
      createRenewalItem(accountId, 'two.net'),
      createRenewalItem(accountId, 'lapsed.com'),
    ])
    const [one, two, lapsed] = rows.map(({ id }) => id) as [string, string, string]
    const confirm = (rowIds: string[], totalYen: number) =>
      rig.call('orders.confirm', { quoteId, rowIds, totalYen, agreesToTerms: true })
    expect(await captureAppError(confirm([one, two], 3_300))).toMatchObject({
      kind: 'conflict',
      details: { expected: 3_300, actual: 3_410 },
    })
    expect(await captureAppError(confirm([one, lapsed], 1_650))).toMatchObject({ kind: 'invalid_input' })
    expect(await captureAppError(confirm([one, 'another'], 1_650))).toMatchObject({ kind: 'not_found' })
    expect(sent().every(({ method }) => method === 'GET')).toBe(true)
  })
})
