import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import { parseJapanTime } from '#shared/japan-time.ts'
import { i18n } from '#renderer/text/i18n.ts'
import JapanTime from '#renderer/ui/time/JapanTime.vue'

const at = parseJapanTime('2026-12-01 18:00:09') as number
const render = (hasZone: boolean) =>
  renderToString(createSSRApp({ render: () => h(JapanTime, { at, hasZone }) }).use(i18n))

test.each([
  ['en', '>2026-12-01 18:00:09 (Japan time)<'],
  ['ja', '>2026-12-01 18:00:09（日本時間）<'],
] as const)('A time names its zone where no heading does (%s)', async (locale, words) => {
  i18n.global.locale.value = locale
  expect(await render(true)).toContain(words)
  expect(await render(false)).toContain('>2026-12-01 18:00:09<')
})

test('Every time outside the columns of a table and the sentences of a text names its zone', () => {
  const folder = join(import.meta.dirname, '../../../../src/renderer')
  const lines = globSync('**/*.vue', { cwd: folder }).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line.includes('<JapanTime'))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(lines.length).toBeGreaterThan(30)
  // A column has its heading, and a slot belongs to a sentence or to a labelled fact.
  expect(lines.filter((line) => !/<JapanTime has-zone|<template #|:at="row\./.test(line))).toEqual([])
})
