import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, test } from 'vitest'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import type { Account, Key } from '#shared/ipc/accounts.ts'
import { findOldestBasketReadTimes } from '#renderer/features/orders/renew-domains/find-oldest-basket-read-times.ts'
import { findKnownRenewalProblem } from '#renderer/features/orders/renew-domains/find-known-renewal-problem.ts'
import type { RenewBasketLine } from '#renderer/features/orders/renew-domains/renew-basket-line.ts'
import { useOrdersPlacedAgain } from '#renderer/features/orders/checkout/orders-placed-again-store.ts'
import { useRenewBasket } from '#renderer/features/orders/renew-domains/renew-basket-store.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'

function row(name: string, changes: Partial<DomainRow> = {}): DomainRow {
  return {
    accountId: 'a',
    name,
    decodedName: null,
    status: 'active',
    expiryDate: '2026-12-01',
    autoRenew: false,
    records: null,
    readAt: 0,
    zoneReadAt: null,
    goneSince: null,
    tags: [],
    customer: '',
    ...changes,
  }
}

let basket: ReturnType<typeof useRenewBasket>
beforeEach(() => {
  setActivePinia(createPinia())
  basket = useRenewBasket()
})
const fill = (rows: readonly DomainRow[], query = 'shown', isQuoteOpen = false) =>
  basket.fill(rows, { query, isQuoteOpen })
const selectedNames = () => basket.selectedLines.map(({ row: { name } }) => name)
const keyOf = (name: string, accountId = 'a') => `${accountId}/${name}`

describe('A line that is not selected', () => {
  test('A deselected line says whether the user deselected it or it was ordered; other lines say nothing', () => {
    fill([row('let-go.com'), row('bought.com'), row('kept.com'), row('gone.com', { status: 'expired' })])
    basket.setSelected([keyOf('let-go.com')], false)
    basket.forget([keyOf('bought.com')], 'run')
    expect(basket.lines.map((line) => [line.row.name, basket.unselectedReason(line)])).toEqual([
      ['let-go.com', 'byYou'],
      ['bought.com', 'ordered'],
      ['kept.com', null],
      ['gone.com', null],
    ])
  })
})

test('The basket says which domains it left out because they were ordered, until they are selected again', () => {
  const leftOut = () => [...basket.keysLeftOutAsOrdered]
  fill([row('bought.com'), row('kept.com')])
  basket.forget([keyOf('bought.com')], 'run')
  expect(leftOut()).toEqual([keyOf('bought.com')])
  basket.setSelected([keyOf('bought.com')], true)
  expect(leftOut()).toEqual([])
  // Domains from another view leave the basket when they are ordered.
  const rows = [row('chosen.com'), row('kept.com')]
  basket.choose(rows)
  basket.forget([keyOf('chosen.com')], 'run')
  expect(basket.lines.map(({ key }) => key)).toEqual([keyOf('kept.com')])
  expect(leftOut()).toEqual([keyOf('chosen.com')])
  basket.choose(rows)
  expect(leftOut()).toEqual([])
})

test('A domain whose order was declined or cancelled does not count as already ordered', () => {
  const rows = ['done.com', 'held.com', 'declined.com', 'cancelled.com', 'closed.com', 'kept.com'].map((name) =>
    row(name),
  )
  const outcome = (name: string, status: 'done' | 'held' | 'refused' | 'abandoned' | 'not_happened') =>
    ({ runId: 'run', item: { kind: 'renew', accountId: 'a', name, years: 1 }, status }) as const
  const counts = () => [[...basket.keysLeftOutAsOrdered], basket.keysLeftOutAsNotCarriedOut.size]
  const ordered = rows.slice(0, -1).map(({ name }) => keyOf(name))
  // Domains from another view leave the basket when they are ordered. Their run is followed all the same.
  basket.choose(rows)
  basket.forget(ordered, 'run')
  expect(basket.runs).toEqual([{ runId: 'run' }])
  expect(counts()).toEqual([ordered, 0])
  basket.recordOutcomes([
    outcome('done.com', 'done'),
    outcome('held.com', 'held'),
    outcome('declined.com', 'refused'),
    outcome('cancelled.com', 'abandoned'),
    // Its account was merged into another one since.
    { ...outcome('closed.com', 'not_happened'), item: { ...outcome('closed.com', 'done').item, accountId: 'b' } },
  ])
  expect(counts()).toEqual([[keyOf('done.com'), keyOf('held.com')], 3])
  basket.showExpiringWithin(30)
  fill(rows)
  expect(counts()).toEqual([[keyOf('done.com'), keyOf('held.com')], 3])
  basket.setSelected([keyOf('declined.com')], true)
  expect(counts()).toEqual([[keyOf('done.com'), keyOf('held.com')], 2])
})

test('A line whose order was refused or cancelled says so, and not that it was ordered', () => {
  fill(['done.com', 'open.com', 'declined.com', 'cancelled.com'].map((name) => row(name)))
  basket.forget(
    basket.lines.map(({ key }) => key),
    'run',
  )
  expect(basket.runs).toEqual([{ runId: 'run' }])
  const intent = (name: string, status: 'done' | 'unsettled' | 'refused' | 'abandoned') =>
    ({ runId: 'run', item: { kind: 'renew', accountId: 'a', name, years: 1 }, status }) as const
  basket.recordOutcomes([
    intent('done.com', 'done'),
    intent('open.com', 'unsettled'),
    intent('declined.com', 'refused'),
    intent('cancelled.com', 'abandoned'),
  ])
  expect(basket.lines.map(basket.unselectedReason)).toEqual(['ordered', 'ordered', 'refused', 'abandoned'])
})

test('A line that is ordered again elsewhere no longer says that its earlier order was refused', () => {
  fill([row('declined.com')])
  const item = { kind: 'renew', accountId: 'a', name: 'declined.com', years: 1 } as const
  basket.forget([keyOf('declined.com')], 'run')
  basket.recordOutcomes([{ runId: 'run', item, status: 'refused' }])
  useOrdersPlacedAgain().newest = { runId: 'again', items: [item] }
  expect(basket.lines.map(basket.unselectedReason)).toEqual(['ordered'])
  expect(basket.runs).toEqual([{ runId: 'again' }])
})

test('An order that is placed again replaces the declined one of an account that was merged, and of no other account', () => {
  const item = { kind: 'renew', accountId: 'b', name: 'declined.com', years: 1 } as const
  basket.choose([row('declined.com', { accountId: 'b' }), row('kept.com', { accountId: 'b' })])
  basket.forget([keyOf('declined.com', 'b')], 'run')
  basket.recordOutcomes([{ runId: 'run', item, status: 'refused' }])
  const counts = () => [[...basket.keysLeftOutAsOrdered], [...basket.keysLeftOutAsNotCarriedOut]]
  const orderAgain = (runId: string) =>
    (useOrdersPlacedAgain().newest = { runId, items: [{ ...item, accountId: 'a' }] })
  const setAccounts = (...ids: string[]) =>
    Object.assign(useAccounts(), { accounts: ids.map((id) => ({ id, keys: [] })), isLoaded: true })

  setAccounts('a', 'b')
  orderAgain('in-a')
  expect(counts()).toEqual([[], [keyOf('declined.com', 'b')]])
  setAccounts('a')
  basket.dropRemovedAccounts(new Set(['a']))
  orderAgain('again')
  expect(counts()).toEqual([[keyOf('declined.com', 'b')], []])
  expect(basket.runs).toEqual([{ runId: 'again' }])
})

test('An ordered line whose order waits or is held is not called ordered until the order was sent', () => {
  fill(['held.com', 'waiting.com'].map((name) => row(name)))
  basket.forget(
    basket.lines.map(({ key }) => key),
    'run',
  )
  const intent = (name: string, status: 'held' | 'planned' | 'sent' | 'done') =>
    ({ runId: 'run', item: { kind: 'renew', accountId: 'a', name, years: 1 }, status }) as const
  basket.recordOutcomes([intent('held.com', 'held'), intent('waiting.com', 'planned')])
  expect(basket.lines.map(basket.unselectedReason)).toEqual(['held', 'planned'])
  basket.recordOutcomes([intent('held.com', 'sent'), intent('waiting.com', 'done')])
  expect(basket.lines.map(basket.unselectedReason)).toEqual(['ordered', 'ordered'])
})

describe('A line that was ordered and is selected again', () => {
  test.each([
    ['by its checkbox', () => basket.setSelected([keyOf('declined.com')], true)],
    ['from another view', () => basket.choose([row('declined.com')])],
  ])('Selected again %s, a line is later deselected by the user, not by its order', (_, tickAgain) => {
    fill([row('declined.com')])
    basket.forget([keyOf('declined.com')], 'run')
    tickAgain()
    basket.setSelected([keyOf('declined.com')], false)
    expect(basket.lines.map(basket.unselectedReason)).toEqual(['byYou'])
  })
})

test('An expiry date that a quote confirmed stays newly read after the quote is discarded, also in the chosen domains', () => {
  basket.choose([row('read.com'), row('not-read.com')])
  basket.recordConfirmedExpiries(new Map([[keyOf('read.com'), 60_000]]))
  const readAts = () => basket.lines.map((line) => [line.row.name, line.row.readAt])
  const expected = [
    ['read.com', 60_000],
    ['not-read.com', 0],
  ]
  expect(readAts()).toEqual(expected)
  basket.showChosen()
  expect(readAts()).toEqual(expected)
})

describe('A line that the user deselected', () => {
  test('A deselected line stays deselected after other accounts were shown', () => {
    fill([row('keep.com'), row('let-go.com')])
    basket.setSelected([keyOf('let-go.com')], false)
    fill([row('other.com', { accountId: 'b' })], 'other account')
    fill([row('keep.com'), row('let-go.com')])
    expect(selectedNames()).toEqual(['keep.com'])
  })

  test('A deselected line stays deselected after other periods were shown, and a new line is selected', () => {
    fill([row('soon.com'), row('later.com')])
    basket.setSelected([keyOf('later.com')], false)
    fill([row('soon.com')], 'shorter period')
    fill([row('soon.com'), row('later.com'), row('new.com')], 'longer period')
    expect(selectedNames()).toEqual(['soon.com', 'new.com'])
  })

  test('A domain that is gone is never selected automatically, whatever its last status was', () => {
    basket.choose([row('kept.com'), row('gone.com', { goneSince: 5 })])
    expect(selectedNames()).toEqual(['kept.com'])
    expect(findKnownRenewalProblem({ row: row('gone.com', { goneSince: 5 }) })).toBe('unknown_domain')
    expect(findKnownRenewalProblem({ row: row('failed.com', { status: 'transfer_action_required' }) })).toBe(
      'transfer_incomplete',
    )
    expect(findKnownRenewalProblem({ row: row('moving.com', { status: 'transferring' }) })).toBe('not_active')
  })

  test('A deselected line is selected when it is chosen in another view, but no other line', () => {
    fill([row('one.com'), row('two.com')])
    basket.setSelected([keyOf('one.com'), keyOf('two.com')], false)
    basket.choose([row('two.com')])
    expect(selectedNames()).toEqual(['two.com'])
    basket.showExpiringWithin(30)
    fill([row('one.com'), row('two.com')])
    expect(selectedNames()).toEqual(['two.com'])
  })
})

describe('Domains chosen in another view', () => {
  const names = () => basket.lines.map(({ row: { name } }) => name)
  beforeEach(() => {
    basket.choose([row('one.com'), row('two.com')])
    basket.setYears([keyOf('one.com')], 3)
    basket.setSelected([keyOf('two.com')], false)
    basket.showExpiringWithin(60)
    fill([row('soon.com')])
  })

  test('Chosen domains keep years and selection after the expiring domains were shown', () => {
    basket.showChosen()
    expect(names()).toEqual(['one.com', 'two.com'])
    expect(selectedNames()).toEqual(['one.com'])
    expect(basket.years(keyOf('one.com'))).toBe(3)
  })

  test('Chosen domains no longer include paid domains and domains of removed accounts', () => {
    basket.forget([keyOf('one.com')], 'run')
    basket.showChosen()
    expect(names()).toEqual(['two.com'])
    basket.showExpiringWithin(60)
    basket.dropRemovedAccounts(new Set(['b']))
    basket.showChosen()
    expect(names()).toEqual([])
  })
})

describe('Rows that are read again while the basket is shown', () => {
  const reasons = () => basket.lines.map((line) => [line.row.name, basket.unselectedReason(line)])

  test('A selected line stays selected while its domain is listed, also in the list of another period', () => {
    const own = row('own.com', { autoRenew: true })
    fill([own, row('let-go.com')])
    basket.setSelected([keyOf('own.com')], true)
    fill([own, row('let-go.com')])
    fill([own, row('let-go.com')], 'longer period')
    expect(selectedNames()).toEqual(['own.com', 'let-go.com'])
    fill([row('let-go.com')])
    fill([own, row('let-go.com')])
    expect(selectedNames()).toEqual(['let-go.com'])
  })

  test('Auto-renew that is read later decides the selection until the user selects or deselects a line', () => {
    const unread = row('unread.com', { autoRenew: null })
    const other = row('other.com', { autoRenew: null })
    fill([unread, other, row('let-go.com')])
    fill([{ ...unread, autoRenew: false }, other, row('let-go.com')])
    expect(selectedNames()).toEqual(['unread.com', 'let-go.com'])
    basket.setSelected([keyOf('let-go.com')], false)
    fill([{ ...unread, autoRenew: true }, { ...other, autoRenew: false }, row('let-go.com'), row('new.com')])
    expect(selectedNames()).toEqual(['unread.com'])
    expect(basket.lines.map((line) => line.row.autoRenew)).toEqual([true, false, false, false])
    expect(reasons()).toEqual([
      ['unread.com', null],
      ['other.com', 'readLater'],
      ['let-go.com', 'byYou'],
      ['new.com', 'readLater'],
    ])
    fill([{ ...unread, autoRenew: true }, { ...other, autoRenew: true }, row('let-go.com'), row('new.com')])
    expect(reasons()[1]).toEqual(['other.com', 'autoRenew'])
  })

  test('An open quote keeps its lines, their order and the selection, and a line tells what was read of auto-renew', () => {
    fill([row('unread.com', { autoRenew: null }), row('left.com'), row('lapsed.com')])
    fill(
      [row('lapsed.com', { status: 'expired' }), row('new.com'), row('unread.com', { autoRenew: false })],
      'shown',
      true,
    )
    expect(selectedNames()).toEqual(['left.com', 'lapsed.com'])
    expect(reasons()).toEqual([
      ['unread.com', 'readLater'],
      ['left.com', null],
      ['lapsed.com', null],
    ])
  })

  test('A line that could not be renewed is not selected by itself when it can be, once the user has begun to select', () => {
    fill([row('back.com', { status: 'expired' }), row('let-go.com')])
    basket.setSelected([keyOf('let-go.com')], false)
    fill([row('back.com'), row('let-go.com')])
    expect(selectedNames()).toEqual([])
  })

  test('A line whose expiry date a quote found changed keeps saying so when the date is stored', () => {
    fill([row('one.com'), row('two.com')])
    basket.applyReadExpiries(new Map([[keyOf('one.com'), '2027-12-01']]))
    fill([row('one.com', { expiryDate: '2027-12-01' }), row('two.com')])
    expect(basket.lines.map(basket.expiryChangeOf)).toEqual([
      { storedExpiry: '2026-12-01', foundExpiry: '2027-12-01' },
      null,
    ])
    basket.selectAll([keyOf('one.com'), keyOf('two.com')])
    expect(selectedNames()).toEqual(['two.com'])
  })

  test('Chosen domains show what is read of them, and an ordered one does not return', () => {
    const one = row('one.com', { autoRenew: null })
    basket.choose([one, row('paid.com')])
    basket.forget([keyOf('paid.com')], 'run')
    basket.updateChosen([{ ...one, autoRenew: true }, row('paid.com')], false)
    expect(basket.lines.map(({ row: { name, autoRenew } }) => [name, autoRenew])).toEqual([['one.com', true]])
    expect(selectedNames()).toEqual(['one.com'])
  })
})

describe('A domain that cannot be renewed', () => {
  test('A domain that cannot be renewed is not selected automatically and is sorted last', () => {
    fill([row('gone.com', { status: 'expired' }), row('one.com')])
    expect(basket.lines.map(({ row: { name } }) => name)).toEqual(['one.com', 'gone.com'])
    expect(selectedNames()).toEqual(['one.com'])
  })

  test('A domain that cannot be renewed can be selected until the list is loaded again', () => {
    fill([row('back.com', { status: 'expired' })])
    basket.setSelected([keyOf('back.com')], true)
    expect(selectedNames()).toEqual(['back.com'])
    fill([row('back.com', { status: 'expired' })])
    expect(selectedNames()).toEqual([])
  })
})

test('Exactly the paid lines are deselected, and they are not selected again automatically', () => {
  const rows = [row('paid.com'), row('failed.com'), row('other.com')]
  fill(rows)
  basket.forget([keyOf('paid.com')], 'run')
  expect(selectedNames()).toEqual(['failed.com', 'other.com'])
  fill([], 'other account')
  fill(rows)
  expect(selectedNames()).toEqual(['failed.com', 'other.com'])
})

describe('A domain whose price comes with a changed expiry', () => {
  const renewed = new Map([
    [keyOf('one.com'), '2027-12-01'],
    [keyOf('two.com'), '2026-12-01'],
  ])
  beforeEach(() => fill([row('one.com'), row('two.com')]))
  const movedNames = () =>
    basket.lines.filter((line) => basket.expiryChangeOf(line) !== null).map(({ row: { name } }) => name)

  test('A changed expiry deselects the line and keeps the old and the new expiry', () => {
    basket.applyReadExpiries(renewed)
    expect(selectedNames()).toEqual(['two.com'])
    expect(basket.lines.map((line) => basket.expiryChangeOf(line))).toEqual([
      { storedExpiry: '2026-12-01', foundExpiry: '2027-12-01' },
      null,
    ])
  })

  test('A line that the user selects again stays selected until its expiry changes once more', () => {
    basket.applyReadExpiries(renewed)
    basket.setSelected([keyOf('one.com')], true)
    basket.applyReadExpiries(renewed)
    expect(selectedNames()).toEqual(['one.com', 'two.com'])
    basket.applyReadExpiries(new Map([[keyOf('one.com'), '2028-12-01']]))
    expect(selectedNames()).toEqual(['two.com'])
  })

  test('A line with a changed expiry is not selected by “select all”, only by its own checkbox', () => {
    basket.applyReadExpiries(renewed)
    basket.setSelected([keyOf('two.com')], false)
    basket.selectAll([keyOf('one.com'), keyOf('two.com')])
    expect(selectedNames()).toEqual(['two.com'])
    basket.setSelected([keyOf('one.com')], true)
    basket.selectAll([keyOf('one.com'), keyOf('two.com')])
    expect(selectedNames()).toEqual(['one.com', 'two.com'])
  })

  test('A line has no changed expiry any more when the stored expiry is the one that was read', () => {
    basket.applyReadExpiries(renewed)
    fill([row('one.com', { expiryDate: '2027-12-01' }), row('two.com')], 'longer period')
    expect(movedNames()).toEqual([])
    basket.applyReadExpiries(renewed)
    expect(movedNames()).toEqual([])
  })

  test('A line that Banto deselected is not said to be deselected by the user, until the user deselects it', () => {
    basket.applyReadExpiries(renewed)
    fill([row('one.com', { expiryDate: '2027-12-01' }), row('two.com')], 'longer period')
    expect(basket.lines.map(basket.unselectedReason)).toEqual(['expiry', null])
    basket.setSelected([keyOf('one.com')], true)
    basket.setSelected([keyOf('one.com')], false)
    expect(basket.lines.map(basket.unselectedReason)).toEqual(['byYou', null])
  })

  test('A changed expiry deselects the line again after it is chosen in another view', () => {
    basket.applyReadExpiries(renewed)
    basket.choose([row('one.com')])
    expect(selectedNames()).toEqual(['one.com'])
    basket.applyReadExpiries(renewed)
    expect(selectedNames()).toEqual([])
  })
})

test('The domains of a removed account leave the basket, both expiring and chosen ones', () => {
  const rows = [row('one.com'), row('other.com', { accountId: 'b' })]
  for (const put of [fill, basket.choose]) {
    put(rows)
    basket.dropRemovedAccounts(new Set(['a']))
    expect(selectedNames()).toEqual(['one.com'])
  }
})

test('Years can be set for all selected lines that can be renewed', () => {
  fill([row('one.jp'), row('let-go.com'), row('gone.com', { status: 'expired' })])
  basket.setSelected([keyOf('let-go.com')], false)
  basket.setYears([keyOf('one.jp')], 5)
  basket.setYearsOfSelected(1)
  expect(basket.lines.map(({ key }) => basket.years(key))).toEqual([1, 1, 1])
  basket.setYearsOfSelected(3)
  expect(basket.lines.map(({ key }) => basket.years(key))).toEqual([3, 1, 1])
})

describe('A line with a known problem', () => {
  const key = (permission_type: string): Key => ({
    id: 'k',
    accountId: 'a',
    label: 'key',
    state: 'working',
    error: null,
    checkedAt: 0,
    expiresAt: null,
    addedAt: 0,
    me: {
      expires_at: null,
      services: { domain: { permission_type, target_mode: 'all', targets: [], allow_acquisition: true } },
    },
  })
  const account = (changes: Partial<Account>): Account => ({
    id: 'a',
    label: 'A',
    colour: 'blue',
    folder: '',
    notes: '',
    baseUrl: 'https://api.example',
    isPaused: false,
    isReadOnly: false,
    isRemovalUnfinished: false,
    addedAt: 0,
    proxy: null,
    syncInterval: null,
    syncQuietHours: null,
    keys: [key('full')],
    health: { level: 'good', reasons: [] },
    domainsReadAt: 0,
    serversReadAt: 0,
    syncedAt: 0,
    syncError: null,
    syncErrorAt: null,
    domains: 0,
    servers: 0,
    shrunkenLists: [],
    ...changes,
  })

  test.each([
    ['no_permission', { keys: [key('read')] }],
    ['no_keys', { keys: [] }],
    ['no_usable_key', { keys: [{ ...key('full'), state: 'expired' }] }],
    ['no_usable_key', { keys: [{ ...key('full'), state: 'quarantined' }] }],
    ['read_only', { isReadOnly: true }],
    ['paused', { isPaused: true }],
    [null, { keys: [key('read'), key('full')] }],
  ] as const)('The problem %s is known from the keys and settings of the account without a call', (reason, changes) => {
    useAccounts().accounts = [account(changes as Partial<Account>)]
    fill([row('one.com')])
    expect(basket.lines.map((line) => basket.problemOf(line)?.reason ?? null)).toEqual([reason])
    expect(selectedNames()).toEqual(reason === null ? ['one.com'] : [])
  })

  test('No price is requested for an account without a selected line', () => {
    useAccounts().accounts = [account({}), account({ id: 'b' }), account({ id: 'c', isReadOnly: true })]
    fill([
      row('one.com'),
      row('let-go.com'),
      row('gone.com', { status: 'expired' }),
      row('other.com', { accountId: 'b' }),
      row('locked.com', { accountId: 'c' }),
    ])
    basket.setSelected([keyOf('let-go.com'), keyOf('other.com', 'b')], false)
    expect(basket.linesToQuote.map((line) => line.row.name)).toEqual(['one.com', 'let-go.com', 'gone.com'])
  })

  test('The selected line of a domain in two accounts comes first in the quote, which refuses the second one', () => {
    useAccounts().accounts = [account({}), account({ id: 'b' })]
    fill([row('one.com'), row('two.com'), row('one.com', { accountId: 'b' })])
    basket.setSelected([keyOf('one.com')], false)
    expect(basket.linesToQuote.map(({ key }) => key)).toEqual([
      keyOf('two.com'),
      keyOf('one.com', 'b'),
      keyOf('one.com'),
    ])
  })
})

test('A domain with automatic renewal is not selected, unless the user chooses it', () => {
  const own = row('own.com', { autoRenew: true })
  fill([own, row('one.com', { autoRenew: false })])
  expect(selectedNames()).toEqual(['one.com'])
  expect(basket.lines.map(basket.unselectedReason)).toEqual(['autoRenew', null])
  basket.setSelected([keyOf('own.com')], true)
  basket.setSelected([keyOf('own.com')], false)
  expect(basket.lines.map(basket.unselectedReason)).toEqual(['byYou', null])
  basket.choose([own])
  expect(selectedNames()).toEqual(['own.com'])
})

test('A domain whose automatic renewal was never read is not selected, and says why, unless the user chooses it', () => {
  const unread = row('unread.com', { autoRenew: null })
  fill([unread, row('one.com')])
  expect(selectedNames()).toEqual(['one.com'])
  expect(basket.lines.map(basket.unselectedReason)).toEqual(['autoRenewUnread', null])
  basket.choose([unread])
  expect(selectedNames()).toEqual(['unread.com'])
})

test('A domain whose details were read without automatic renewal is not said to be unread', () => {
  const notGiven = row('not-given.com', { autoRenew: null, detailReadAt: 1 })
  fill([notGiven])
  expect(basket.lines.map(basket.unselectedReason)).toEqual(['autoRenewNotGiven'])
})

test('A line of an open quote says that the details were read, also if they lack automatic renewal', () => {
  const unread = row('unread.com', { autoRenew: null, detailReadAt: null })
  fill([unread])
  fill([{ ...unread, detailReadAt: 1 }], 'shown', true)
  expect(basket.lines.map(basket.unselectedReason)).toEqual(['autoRenewNotGiven'])
})

test('The data ages of a basket are those of the expiries and prices in use, with the number of missing prices', () => {
  fill([row('a.com', { readAt: 3 }), row('b.com', { readAt: 1 }), row('c.com', { readAt: 2 })])
  const price =
    (readAts: Record<string, number>) =>
    ({ row: { name } }: { row: { name: string } }) =>
      readAts[name] ?? null
  const stored = ({ row: { readAt } }: RenewBasketLine) => readAt
  expect(findOldestBasketReadTimes(basket.lines, stored, price({ 'a.com': 8, 'b.com': 7 }))).toEqual({
    expiries: 1,
    prices: 7,
    unpriced: 1,
  })
  expect(
    findOldestBasketReadTimes(
      basket.lines,
      (line) => (line.row.name === 'a.com' ? stored(line) : 7),
      price({ 'a.com': 9, 'b.com': 9, 'c.com': 9 }),
    ),
  ).toEqual({ expiries: 3, prices: 9, unpriced: 0 })
  expect(findOldestBasketReadTimes([], stored, price({}))).toEqual({ expiries: null, prices: null, unpriced: 0 })
})
