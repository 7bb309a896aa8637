import { expect, onTestFinished, test } from 'vitest'
import { toAppError } from '#shared/app-error.ts'
import { describeMissingAccountsOfView } from '#renderer/features/list-tools/describe-missing-accounts-of-saved-view.ts'
import { noAttributeFilters } from '#renderer/stores/create-list-filter-and-sort.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'
import { useSavedViews } from '#renderer/stores/saved-views.ts'
import { useServerFilters } from '#renderer/stores/server-filters.ts'
import { useTableLayouts } from '#renderer/stores/table-layouts.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { moveColumnInLayout } from '#renderer/ui/table/arrange-columns-by-layout.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const names = ['one.example', 'two.example', 'three.example']

async function start() {
  const rig = await startSimulatorRig({
    world: {
      users: [
        { name: 'second', keys: [{ token: 'another-key-for-views' }] },
        {
          name: 'first',
          keys: [{ token: 'a-key-for-views' }, { token: 'another-key-of-the-user' }],
          domains: names.map((domain_name) => ({ domain_name })),
        },
      ],
    },
  })
  onTestFinished(() => rig.close())
  const { id: accountId } = await rig.addAccount('First', ['a-key-for-views'])
  const ended = rig.event('sync.changed', ([first]) => first?.state === 'idle' && first.endedAt !== null)
  await rig.call('sync.start', {})
  await ended
  const setCustomer = (name: string, customer: string) =>
    rig.call('annotations.changeTagsAndCustomers', {
      changes: [{ target: { kind: 'domain', accountId, name }, customer }],
    })
  await setCustomer('one.example', 'Aoba')
  await setCustomer('two.example', 'Kaede')
  const bridge = connectRigBridge(rig)
  const { made, leave } = runInSetup(() => ({
    views: useSavedViews(),
    domains: useDomainFilters(),
    servers: useServerFilters(),
    accounts: useAccounts(),
    layouts: useTableLayouts(),
  }))
  onTestFinished(leave)
  await made.views.listen()
  /** Runs a command that renames, and passes its event to the window. */
  async function rename<T>(run: () => Promise<T>): Promise<T> {
    const renamed = rig.event('customers.renamed')
    const result = await run()
    bridge.emit('customers.renamed', await renamed)
    await made.views.load()
    return result
  }
  const filterBy = (customers: string[]) => ({ ...noAttributeFilters, customers })
  const saved = () => made.views.views.map(({ name, content }) => [name, content?.filters.facts.customers])
  const found = async () =>
    (await rig.call('inventory.domains', { filter: made.domains.filterFor(null) })).rows.map(({ name }) => name)
  return { ...made, rig, bridge, accountId, rename, filterBy, saved, found }
}

test('A renamed customer has its new name in the filters of the lists and in saved views, until the undo', async () => {
  const { rig, views, domains, servers, rename, filterBy, saved, found } = await start()
  domains.facts = filterBy(['AOBA', 'Kaede'])
  servers.facts = filterBy(['Kaede'])
  await views.save('domains', 'Both')
  domains.facts = filterBy(['Aoba'])
  await views.save('domains', 'Aoba only')
  await views.save('servers', 'Servers')
  const { renameId } = await rename(() => rig.call('customers.rename', { name: 'Aoba', newName: '青葉商店' }))
  expect([domains.facts.customers, servers.facts.customers]).toEqual([['青葉商店'], ['Kaede']])
  expect(await found()).toEqual(['one.example'])
  expect(saved()).toEqual([
    ['Aoba only', ['青葉商店']],
    ['Both', ['青葉商店', 'Kaede']],
    ['Servers', ['Kaede']],
  ])
  expect(views.shownView('domains', [])).toMatchObject({ view: { name: 'Aoba only' }, isChanged: false })
  await rename(() => rig.call('customers.undoRename', { renameId }))
  expect(domains.facts.customers).toEqual(['Aoba'])
  expect(await found()).toEqual(['one.example'])
  expect(saved()).toEqual([
    ['Aoba only', ['Aoba']],
    ['Both', ['AOBA', 'Kaede']],
    ['Servers', ['Kaede']],
  ])
})

test('Two customers that are merged become one in the filters, and an undo parts only the filters that the merge changed', async () => {
  const { rig, views, domains, servers, rename, filterBy, saved, found } = await start()
  domains.facts = filterBy(['Aoba', 'Kaede'])
  servers.facts = filterBy(['Kaede'])
  await views.save('domains', 'Both')
  const { renameId } = await rename(() =>
    rig.call('customers.rename', { name: 'Aoba', newName: 'Kaede', mayMerge: true }),
  )
  expect([domains.facts.customers, servers.facts.customers]).toEqual([['Kaede'], ['Kaede']])
  expect(await found()).toEqual(['one.example', 'two.example'])
  expect(saved()).toEqual([['Both', ['Kaede']]])
  // A view that was saved again since keeps what it holds.
  domains.facts = filterBy(['Kaede'])
  domains.text = 'two'
  await views.save('domains', 'Both')
  await rename(() => rig.call('customers.undoRename', { renameId }))
  expect([domains.facts.customers, servers.facts.customers]).toEqual([['Kaede'], ['Kaede']])
  expect(saved()).toEqual([['Both', ['Kaede']]])
})

test('After a merge of accounts, the filter of the domain list and saved views name the server in the remaining account', async () => {
  const { rig, bridge, accountId, views, domains } = await start()
  const into = await rig.addAccount('Into', ['another-key-of-the-user'])
  const server = { name: 'one01.simulator.example' }
  domains.facts = { ...noAttributeFilters, server: { ...server, accountId } }
  await views.save('domains', 'View')
  const merged = rig.event('accounts.merged')
  await rig.call('accounts.merge', { accountId: into.id, fromAccountId: accountId })
  bridge.emit('accounts.merged', await merged)
  expect(domains.facts.server).toEqual({ ...server, accountId: into.id })
  await expect
    .poll(() => views.views.map(({ content }) => content?.filters.facts.server))
    .toEqual([{ ...server, accountId: into.id }])
  expect(views.shownView('domains', [])).toMatchObject({ view: { name: 'View' }, isChanged: false })
})

test('After a merge of accounts, saved views show the remaining account, and no account of a view is missing', async () => {
  const { rig, bridge, accountId, views, accounts } = await start()
  const into = await rig.addAccount('Into', ['another-key-of-the-user'])
  await accounts.load()
  for (const [name, ids] of [
    ['All', null],
    ['Both', [into.id, accountId]],
    ['Merged', [accountId]],
  ] as const) {
    accounts.select(ids && [...ids])
    await views.save('domains', name)
  }
  const merged = rig.event('accounts.merged')
  await rig.call('accounts.merge', { accountId: into.id, fromAccountId: accountId })
  bridge.emit('accounts.merged', await merged)
  await accounts.load()
  await expect
    .poll(() => views.views.map(({ name, content }) => [name, content?.selectedAccountIds]))
    .toEqual([
      ['All', null],
      ['Both', [into.id]],
      ['Merged', [into.id]],
    ])
  expect(views.views.map((view) => views.apply(view).count)).toEqual([0, 0, 0])
})

test('A list shows no saved view once its filters are cleared, unless the view itself filters nothing', async () => {
  const { views, domains, filterBy } = await start()
  await views.save('domains', 'Everything')
  domains.isDescending = true
  expect(views.shownView('domains', [])).toMatchObject({ view: { name: 'Everything' }, isChanged: true })
  domains.facts = filterBy(['Aoba'])
  await views.save('domains', 'Aoba only')
  domains.isDescending = false
  expect(views.shownView('domains', [])).toMatchObject({ view: { name: 'Aoba only' }, isChanged: true })
  domains.isDescending = true
  domains.sort = 'expiry'
  domains.clear()
  expect(views.shownView('domains', [])).toBeNull()
})

test('A view says which of its accounts are gone, and that all accounts are shown if none of its own is left', async () => {
  const { views, accounts, rig } = await start()
  setMessageLanguage('en')
  const { t } = i18n.global
  await accounts.load()
  await views.save('domains', 'View')
  const [view] = views.views
  if (!view?.content) throw new Error('The view was not saved')
  const { content } = view
  const applied = (selectedAccountIds: string[] | null) =>
    describeMissingAccountsOfView(views.apply({ ...view, content: { ...content, selectedAccountIds } }), t, 'en')
  const [first] = await rig.call('accounts.list', null)
  expect(applied(null)).toBeNull()
  expect(applied([first?.id ?? '', 'removed'])).toBe('1 account of the view was removed or merged into another one.')
  expect(applied(['removed'])).toBe(
    'The account of the view was removed or merged into another one. All accounts are shown.',
  )
  expect(accounts.selectedIds).toBeNull()
})

test('A saved view is in the list of views as soon as it is saved', async () => {
  const { views, bridge } = await start()
  bridge.hold('savedViews.list')
  void views.save('domains', 'First')
  await expect.poll(() => views.views.map(({ name }) => name)).toEqual(['First'])
})

test('A list that shows no account cannot be saved as a view, which would show all accounts', async () => {
  const { rig, views, domains, accounts } = await start()
  const [first] = await rig.call('accounts.list', null)
  const { id: otherId } = await rig.addAccount('Second', ['another-key-for-views'])
  await accounts.load()
  domains.accountIds = [first?.id ?? '']
  accounts.select([first?.id ?? ''])
  expect(views.showsNoAccount('domains')).toBe(false)
  accounts.select([otherId])
  expect(views.showsNoAccount('domains')).toBe(true)
  expect(views.showsNoAccount('servers')).toBe(false)
})

test('A list that shows a saved view in full is not called changed when choices were made in another order', async () => {
  const { rig, views, domains, accounts, filterBy, layouts } = await start()
  const { id: otherId } = await rig.addAccount('Second', ['another-key-for-views'])
  await accounts.load()
  const [first = ''] = accounts.accounts.map(({ id }) => id).filter((id) => id !== otherId)
  accounts.select([first, otherId])
  domains.statuses = ['active', 'expired']
  domains.facts = filterBy(['Aoba', 'Kaede'])
  layouts.domains = { ...layouts.domains, hidden: ['account', 'status'] }
  await views.save('domains', 'View')
  accounts.toggle([first])
  accounts.toggle([first])
  domains.statuses = ['expired', 'active']
  domains.facts = filterBy(['Kaede', 'Aoba'])
  layouts.domains = { ...layouts.domains, hidden: ['status', 'account'] }
  expect(accounts.selectedIds).toEqual([otherId, first])
  expect(views.shownView('domains', [])).toMatchObject({ view: { name: 'View' }, isChanged: false })
  layouts.domains = { ...layouts.domains, order: ['expiry', 'account'] }
  await views.save('domains', 'View')
  layouts.domains = { ...layouts.domains, order: ['account', 'expiry'] }
  const columns = [{ key: 'expiry' }, { key: 'account' }]
  expect(views.shownView('domains', columns)).toMatchObject({ isChanged: true })
})

test('The undo of a renaming that is not the last one is refused by its reason, not as something that is not in Banto', async () => {
  const { rig, rename } = await start()
  setMessageLanguage('en')
  const { renameId } = await rename(() => rig.call('customers.rename', { name: 'Aoba', newName: 'Aoba shop' }))
  await rename(() => rig.call('customers.rename', { name: 'Kaede', newName: 'Kaede shop' }))
  const refusal = toAppError(await rig.call('customers.undoRename', { renameId }).catch((thrown: unknown) => thrown))
  expect(describeError(refusal)).toMatchObject({
    title: 'The renaming can no longer be undone',
    remedy: 'Only the last renaming of a customer can be undone.',
  })
})

test('A view is shown unchanged after a column was moved and moved back, and changed while the column is elsewhere', async () => {
  const { views, layouts } = await start()
  const columns = ['name', 'status', 'expiry'].map((key) => ({ key, title: key, width: 100 }))
  await views.save('domains', 'View')
  const shown = () => views.shownView('domains', columns)
  const move = (by: -1 | 1) => (layouts.domains = moveColumnInLayout(layouts.domains, columns, 'status', by))
  move(1)
  expect(shown()).toMatchObject({ view: { name: 'View' }, isChanged: true })
  move(-1)
  expect(shown()).toMatchObject({ view: { name: 'View' }, isChanged: false })
})
