import { expect, test } from 'vitest'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import { createDomainColumns } from '#renderer/features/domains/domain-columns.ts'
import { translateListCsvLabels } from '#renderer/features/list-tools/translate-list-csv-labels.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { pickColumnsThatFit } from '#renderer/ui/table/pick-columns-that-fit.ts'

/** The columns get this much of a window of 1024 px with its sidebar, beside the checkboxes. */
const pxAt1024 = 748

test.each([false, true])(
  'The expiry of a domain, and its age if nothing is searched, are shown in a window of 1024 px, without columns that the user added (searched: %s)',
  (isSearched) => {
    const columns = createDomainColumns(((key: string) => key) as never, isSearched, false).filter(
      ({ isOptional }) => !isOptional,
    )
    expect(pickColumnsThatFit(columns, pxAt1024, 'name').map(({ key }) => key)).toEqual([
      'name',
      ...(isSearched ? ['match'] : []),
      'account',
      'status',
      'expiry',
      ...(isSearched ? [] : ['readAt']),
    ])
  },
)

test.each([
  ['en', 'Status last read'],
  ['ja', '状態の最終確認'],
] as const)(
  'The time of a gone domain is headed as that of its status, because its details may have been read later (%s)',
  (language, heading) => {
    i18n.global.locale.value = language
    const columns = createDomainColumns(i18n.global.t as never, false, false, false, false, true)
    expect(columns.find(({ key }) => key === 'readAt')?.title).toBe(heading)
  },
)

test.each([
  ['en', 'Domain name', 'No match'],
  ['ja', 'ドメイン名', '一致なし'],
] as const)(
  'A copied cell and the CSV say with the same text as the table where a row was found (%s)',
  (language, name, none) => {
    i18n.global.locale.value = language
    const column = createDomainColumns(i18n.global.t as never, true, false).find(({ key }) => key === 'match')
    const nowhere = { match: null, matchedAnnotation: null, doesNameMatch: false } as DomainRow
    expect([column?.text?.({ ...nowhere, doesNameMatch: true }), column?.text?.(nowhere)]).toEqual([name, none])
    const labels = translateListCsvLabels('domain', i18n.global.t)
    expect([labels['match.name'], labels['match.none']]).toEqual([name, none])
  },
)
