import { expect, test } from 'vitest'
import { formatChangeValues } from '#main/change-log/format-change-values.ts'

test('A CSV file writes SSH that was switched with the words of every other setting that is on or off', () => {
  const change = { kind: 'server', operation: 'setSsh', subject: null, unproved: null, notListed: null } as const
  const { before, after } = formatChangeValues(
    'web01.simulator.example',
    { ...change, before: 'off', after: 'on' },
    { on: 'オン', off: 'オフ' },
  )
  expect([before, after]).toEqual(['オフ', 'オン'])
})
