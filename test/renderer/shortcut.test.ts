import { expect, test } from 'vitest'
import { modifierOf, shortcutOf } from '#renderer/shell/shortcut.ts'

test('a shortcut is written as the system writes it', () => {
  expect(['darwin', 'win32', 'linux'].map((platform) => shortcutOf(platform, '6'))).toEqual(['⌘6', 'Ctrl+6', 'Ctrl+6'])
  expect(['darwin', 'win32'].map(modifierOf)).toEqual(['⌘', 'Ctrl'])
})
