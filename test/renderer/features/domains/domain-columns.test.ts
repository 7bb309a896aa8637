import { expect, test } from 'vitest'
import { domainColumns } from '#renderer/features/domains/domain-columns.ts'
import { columnsThatFit } from '#renderer/ui/table/columns-that-fit.ts'

/** The columns get this much of a window of 1024 px with its sidebar, beside the checkboxes. */
const pxAt1024 = 748

test.each([false, true])(
  'The expiry of a domain, and its age if nothing is searched, are shown in a window of 1024 px (searched: %s)',
  (isSearched) => {
    const columns = domainColumns(((key: string) => key) as never, isSearched, false)
    expect(columnsThatFit(columns, pxAt1024, 'name').map(({ key }) => key)).toEqual([
      'name',
      ...(isSearched ? ['match'] : []),
      'account',
      'status',
      'expiry',
      ...(isSearched ? [] : ['readAt']),
    ])
  },
)
