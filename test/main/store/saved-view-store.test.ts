import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { SavedViewContent } from '#shared/ipc/saved-views.ts'
import { attributeFiltersSchema } from '#shared/ipc/inventory.ts'
import { openDatabase } from '#main/store/database.ts'
import { createSavedViewStore } from '#main/store/saved-view-store.ts'

function openViews() {
  const folder = mkdtempSync(join(tmpdir(), 'banto-saved-views-'))
  const database = openDatabase(join(folder, 'banto.db'))
  onTestFinished(() => {
    database.close()
    rmSync(folder, { recursive: true })
  })
  let ids = 0
  let now = 0
  const views = createSavedViewStore({ database, clock: { now: () => (now += 1) }, newId: () => `view-${(ids += 1)}` })
  return { database, views }
}

function content(list: 'domains' | 'servers', text = ''): SavedViewContent {
  return {
    list,
    filters: {
      text,
      statuses: ['active'],
      expiry: '30',
      tags: [],
      sort: 'expiry',
      isDescending: true,
      thenBy: [],
      facts: attributeFiltersSchema.parse({ lock: 'off' }),
    },
    selectedAccountIds: ['a'],
    layout: { order: ['name'], hidden: ['status'], shown: [], widths: { name: 300 } },
  }
}

test('A view is kept with its filters, sort order, columns and accounts, and saving its name again replaces it', () => {
  const { views } = openViews()
  views.save('Soon', content('domains'))
  const { id } = views.save('Soon', content('domains', 'shop'))
  views.save('Soon', content('servers'))
  views.save('Ａll', content('domains'))
  expect(views.list().map(({ list, name }) => `${list} ${name}`)).toEqual([
    'domains Ａll',
    'domains Soon',
    'servers Soon',
  ])
  expect(views.list().find((view) => view.id === id)).toMatchObject({ content: content('domains', 'shop') })
})

test('A view is not renamed to the name of another view of its list, and a missing view is reported', () => {
  const { views } = openViews()
  const one = views.save('One', content('domains'))
  views.save('Two', content('domains'))
  views.save('Three', content('servers'))
  expect(() => views.rename(one.id, 'Two')).toThrow(
    expect.objectContaining({ kind: 'conflict', details: { name: 'Two', reason: 'view_name_taken' } }),
  )
  views.rename(one.id, 'Three')
  expect(
    views
      .list()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['Three', 'Three', 'Two'])
  views.remove(one.id)
  expect(views.list()).toHaveLength(2)
  expect(() => views.remove(one.id)).toThrow(expect.objectContaining({ kind: 'not_found' }))
  expect(() => views.rename(one.id, 'Four')).toThrow(expect.objectContaining({ kind: 'not_found' }))
})

test('A view that cannot be read is listed without its content and hides no other view', () => {
  const { database, views } = openViews()
  views.save('Good', content('domains'))
  const { id } = views.save('Old', content('domains'))
  database.run(`update saved_view set content = '{"list":"domains","filters":{}}' where id = ?`, id)
  expect(views.list().map(({ name, content: stored }) => [name, stored === null])).toEqual([
    ['Good', false],
    ['Old', true],
  ])
})
