import { expect, test } from 'vitest'
import { formatModifierKey, formatShortcut } from '#renderer/ui/format/format-shortcut.ts'

test('A shortcut is written in the style of the operating system', () => {
  expect(['darwin', 'win32', 'linux'].map((platform) => formatShortcut(platform, '6'))).toEqual([
    '⌘6',
    'Ctrl+6',
    'Ctrl+6',
  ])
  expect(['darwin', 'win32'].map(formatModifierKey)).toEqual(['⌘', 'Ctrl'])
})
