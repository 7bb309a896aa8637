import { expect, test } from 'vitest'
import { buildMenuTemplate } from '#main/app/build-menu-template.ts'

const itemsOf = (isMac: boolean, language: 'ja' | 'en') =>
  buildMenuTemplate(isMac, language, 'Banto').flatMap((menu) => [
    menu,
    ...(Array.isArray(menu.submenu) ? menu.submenu : []),
  ])

test.each([true, false])('Every entry of the menu has a label in the language of the app (macOS: %s)', (isMac) => {
  const labelled = (language: 'ja' | 'en') => itemsOf(isMac, language).filter(({ type }) => type !== 'separator')
  for (const { label } of labelled('en')) expect(label).toMatch(/^[A-Z][A-Za-z ]+$/)
  for (const { label } of labelled('ja')) if (label !== 'Banto') expect(label).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/)
  expect(labelled('ja').map(({ role }) => role)).toEqual(labelled('en').map(({ role }) => role))
})

test('The menu quits the app and has the usual shortcuts of editing on every system', () => {
  for (const isMac of [true, false])
    expect(itemsOf(isMac, 'ja').flatMap(({ role }) => role ?? [])).toEqual(
      expect.arrayContaining(['quit', 'undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'close', 'minimize']),
    )
})
