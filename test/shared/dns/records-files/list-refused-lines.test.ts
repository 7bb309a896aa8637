import { expect, test } from 'vitest'
import { listRefusedLines } from '#shared/dns/records-files/list-refused-lines.ts'

test('A line that breaks two rules is one refused line, and a line with a warning is none', () => {
  const findings = [
    { line: 2, severity: 'error' },
    { line: 2, severity: 'error' },
    { line: 3, severity: 'warning' },
    { line: 7, severity: 'error' },
  ] as const
  expect(listRefusedLines(findings)).toEqual([2, 7])
})
