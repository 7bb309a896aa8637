import { createPinia } from 'pinia'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import type { AnnotationCsvFinding, AnnotationCsvPreview } from '#shared/ipc/tag-customer-and-note-csv-commands.ts'
import AnnotationCsvPreviewList from '#renderer/features/annotations/AnnotationCsvPreviewList.vue'
import { i18n } from '#renderer/text/i18n.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const unused: AnnotationCsvFinding = { line: 2, text: 'missing.example', problem: 'unknownName' }
const end: AnnotationCsvFinding = { line: 900, text: '"open', problem: 'unclosedQuote' }

async function listTexts(found: Pick<AnnotationCsvPreview, 'left' | 'findings' | 'cutOff'>): Promise<string[]> {
  const preview = { importId: 'i', fileName: 'f.csv', changed: 0, unchanged: 0, losing: 0, changes: [], ...found }
  const html = await renderToString(createSSRApp(AnnotationCsvPreviewList, { preview }).use(i18n).use(createPinia()))
  return [...html.matchAll(/>([^<>]+)</gu)].map(([, text = '']) => text.trim()).slice(2)
}

test('The preview of a file that is not read to its end tells why apart from the rows that are left out', async () => {
  setMessageLanguage('en')
  const reason = [
    'The file is not read to the end:',
    'Line 900: A quotation mark is not closed. The rest of the file is left out.',
  ]
  const row = ['Line 2: No domain or server of this name is stored, or not in this account.', 'missing.example']
  expect(await listTexts({ left: 101, findings: [unused], cutOff: end })).toEqual([
    ...reason,
    '&quot;open',
    'Of the rows before, 101 are left out:',
    ...row,
    'and 100 more',
  ])
  expect(await listTexts({ left: 0, findings: [], cutOff: end })).toEqual([...reason, '&quot;open'])
  expect(await listTexts({ left: 1, findings: [unused], cutOff: null })).toEqual(['1 row is left out:', ...row])
})
