import { expect, test } from 'vitest'
import { formatTimeLeft } from '#renderer/ui/time/format-time-left.ts'

const t = (key: string, values?: Record<string, unknown>) =>
  `${key.split('.').at(-1)} ${String(values?.['n'] ?? '')}`.trim()

test.each([
  [0.2, 'oneMinute'],
  [1, 'minutes 1'],
  [22.1, 'minutes 23'],
  [119.5, 'minutes 120'],
  [120, 'hours 2'],
  [121, 'hours 3'],
  [100_000, 'hours 1,667'],
])('A remaining time of %d minutes is given as: %s', (minutes, expected) => {
  expect(formatTimeLeft(minutes, 'en', t)).toBe(expected)
})
