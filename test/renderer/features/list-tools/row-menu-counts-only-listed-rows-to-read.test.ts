import { createPinia, setActivePinia } from 'pinia'
import { NMessageProvider } from 'naive-ui'
import { createSSRApp, h } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { renderToString, type SSRContext } from 'vue/server-renderer'
import { beforeEach, expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import RowContextMenu from '#renderer/features/list-tools/RowContextMenu.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { i18n } from '#renderer/text/i18n.ts'

const listed = { accountId: 'a', name: 'listed.com', goneSince: null }
const gone = { accountId: 'a', name: 'gone.com', goneSince: 1 }

async function renderMenu(
  rows: (typeof listed | typeof gone)[],
  pausedAccountIds: string[] = [],
  kind: 'domain' | 'server' = 'domain',
): Promise<string> {
  const pinia = createPinia()
  setActivePinia(pinia)
  useAccounts().accounts = ['a', 'b'].map(
    (id) => ({ id, label: id, isPaused: pausedAccountIds.includes(id) }) as Account,
  )
  const props = {
    kind,
    request: { row: rows[0], column: 'name', x: 0, y: 0 },
    rows,
    columns: [],
    cells: {},
    refresh: () => Promise.resolve([]),
    renewable: [],
  }
  const context: SSRContext = {}
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
  await renderToString(
    createSSRApp({ render: () => h(NMessageProvider, () => h(RowContextMenu, props as never)) })
      .use(i18n)
      .use(pinia)
      .use(router),
    context,
  )
  return context.teleports?.['#menus'] ?? ''
}

beforeEach(() => {
  Object.assign(globalThis, { window: new EventTarget() })
  i18n.global.locale.value = 'en'
})

test('The row menu counts only the listed rows as rows that it reads again', async () => {
  expect(await renderMenu([listed, listed, gone])).toContain('>Read 2 again now…<')
  expect(await renderMenu([listed, gone])).toContain('>Read 1 again now…<')
})

test('The row menu counts all its rows where none is listed and none can be read again', async () => {
  expect(await renderMenu([gone, gone])).toContain('>Read 2 again now…<')
})

test('The row menu of a server names what it reads, because the list shows none of it', async () => {
  expect(await renderMenu([listed])).toContain('>Read again now<')
  expect(await renderMenu([listed], [], 'server')).toContain('>Read information and usage again now<')
})

test('The row menu reads nothing while the accounts of all listed rows are paused', async () => {
  const obstacle = 'The account is paused.'
  expect(await renderMenu([listed, gone], ['a'])).toContain(obstacle)
  expect(await renderMenu([listed, { ...gone, accountId: 'b' }], ['a'])).toContain(obstacle)
  expect(await renderMenu([listed, { ...listed, accountId: 'b' }], ['a'])).not.toContain(obstacle)
})

test('The row menu says that gone rows cannot be renewed, whatever their last status was', async () => {
  const inactive = 'Only active domains can be renewed.'
  const noLongerListed = 'A domain that is no longer in the list cannot be renewed.'
  expect(await renderMenu([gone])).toContain(noLongerListed)
  expect(await renderMenu([gone])).not.toContain(inactive)
  expect(await renderMenu([listed, gone])).toContain(inactive)
})
