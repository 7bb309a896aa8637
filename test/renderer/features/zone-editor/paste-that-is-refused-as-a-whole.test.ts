import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import { parsePastedRecords } from '#renderer/features/zone-editor/parse-pasted-records.ts'
import RefusedPasteNotice from '#renderer/features/zone-editor/RefusedPasteNotice.vue'
import { i18n } from '#renderer/text/i18n.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const valid = 'www 3600 IN A 192.0.2.1'

/** Returns how many records are added, and the heading of the notice. */
async function paste(...lines: string[]): Promise<{ added: number; heading: string | undefined }> {
  setMessageLanguage('en')
  const pasted = parsePastedRecords(lines.join('\n'), 'example.com')
  const html = await renderToString(createSSRApp(RefusedPasteNotice, { pasted }).use(i18n))
  return { added: pasted.records.length, heading: /<h3[^>]*>([^<]*)</.exec(html)?.[1] }
}

test('A pasted text that is refused as a whole is not said to have only some lines that cannot be used', async () => {
  expect(await paste(valid, 'mail 3600 IN A 999.1.1.1')).toEqual({ added: 1, heading: '1 pasted line cannot be used' })
  expect(await paste(valid, '@ 3600 IN TXT ( "v=spf1"')).toEqual({
    added: 0,
    heading: 'No record was added from the pasted text',
  })
  expect(await paste('type,content,host', 'A,192.0.2.1,"www')).toEqual({
    added: 0,
    heading: 'No record was added from the pasted text',
  })
})
