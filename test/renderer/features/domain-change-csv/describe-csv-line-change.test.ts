import { expect, test } from 'vitest'
import { csvLineChangeExamples } from '#shared/domain-change-csv/csv-line-change-examples.ts'
import { parseDomainChangeCsv } from '#shared/domain-change-csv/parse-domain-change-csv.ts'
import { runWithoutPauses } from '#shared/run-generator-without-pauses.ts'
import { describeCsvLineChange } from '#renderer/features/domain-change-csv/describe-csv-line-change.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'
import { i18n } from '#renderer/text/i18n.ts'

test('Every kind of change of a CSV file is shown with its value', () => {
  i18n.global.locale.value = 'en'
  const lines = Object.values(csvLineChangeExamples).flatMap((examples) =>
    examples.map(({ what, value }) => `example.com,${what},${value}`),
  )
  const content = runWithoutPauses(parseDomainChangeCsv([...lines, 'example.com,whois_fax,'].join('\n'), idna))
  const shown = content.lines.map(({ change }) => describeCsvLineChange(change, i18n.global.t))
  expect(shown.map(({ kind, value }) => `${kind}: ${value}`)).toEqual([
    'Add: A www 192.0.2.1 · TTL 3600',
    'Add: MX news 10 mail.example.com',
    'Replace: A www 192.0.2.2',
    'Remove: A old 192.0.2.9',
    'Remove: TXT test: all records',
    'TTL: 300, A www',
    'TTL: 3600, all records',
    'Name servers: ns1.example.net, ns2.example.net',
    'Registrar lock: On',
    'Whois privacy: On',
    'Whois: City: Osaka',
    'Whois: Fax: empty',
  ])
})
