import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { maxTagsPerResource } from '#shared/tag-rules.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { saveCsv } from '#test/e2e/support/save-and-read-csv.ts'
import { openArea, openDomain, selectDomain } from '#test/e2e/support/user-steps.ts'
import { startWithSyncedAlpha } from '#test/e2e/support/start-with-synced-accounts.ts'

const shop = 'alpha-shop.example'
const mail = 'alpha-mail.example'

test('A tag and a note typed on the page of a domain are found by the list, its filter and the search', async ({
  harness,
  simulator,
}) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  await openDomain(page, shop)
  const sent = simulator.ledger.requests.length
  await page.getByTestId('annotation-tags').click()
  await page.keyboard.insertText('VIP, 本番')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('annotation-tags')).toContainText('VIP')
  await page.getByTestId('annotation-note').fill('Ask Aoi before any change')
  await expect(page.getByTestId('annotation-note-state')).toHaveText('Saved')
  await expectAccessible(page, 'domain page with tags and a note')

  // The note is stored as it was typed when the page is left at once.
  await page.getByTestId('annotation-note').fill('Ask Aoi first')
  await openArea(page, 'domains')
  await expect(page.getByTestId('tag-chips')).toContainText('VIP')
  await page.getByTestId('domains-filter-text').fill('aoi first')
  await expect(page.getByTestId('matched-annotation')).toHaveText('Ask Aoi first')
  await page.getByTestId('clear-filters').click()
  await page.getByTestId('domains-filter-tags').click()
  await page.locator('.n-base-select-option:visible').filter({ hasText: '本番' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('domains-count')).toHaveText(/^1 of /)
  await expectAccessible(page, 'domain list filtered by a tag')
  await openDomain(page, shop)
  await page.getByTestId('annotation-tags').click()
  await page.keyboard.insertText(Array.from({ length: maxTagsPerResource }, (_, n) => `limit-${n}`).join(', '))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: `At most ${maxTagsPerResource} tags.` })).toBeVisible()
  expect(simulator.ledger.requests.slice(sent).filter(({ method }) => method !== 'GET')).toEqual([])
})

test('Tags are added to the selected domains in one step, and one press takes them back', async ({
  harness,
  simulator,
}) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  await openArea(page, 'domains')
  for (const name of [shop, mail]) await selectDomain(page, name)
  await page.getByTestId('domains-filter-text').fill('')
  const sent = simulator.ledger.requests.length
  await page.getByTestId('domains-change').click()
  await page.getByTestId('bulk-tags').click()
  await expect(page.getByTestId('tags-add').locator('input')).toBeFocused()
  await page.keyboard.insertText('Client A')
  await page.keyboard.press('Enter')
  await expectAccessible(page, 'drawer for the tags of several domains')
  await page.getByTestId('tags-apply').click()
  await expect(page.getByTestId('tags-message')).toContainText('The tags of 2 domains were changed.')
  await expect(page.getByTestId('tag-chips')).toHaveText(['Client A', 'Client A'])
  await page.getByTestId('tags-undo').click()
  await expect(page.getByTestId('tags-message')).toContainText('The change of the tags of 2 domains was undone.')
  await expect(page.getByTestId('tag-chips')).toHaveCount(0)
  expect(simulator.ledger.requests).toHaveLength(sent)
})

test('A filled drawer for customer and tags is left only after a question, and an empty one without', async ({
  harness,
  simulator,
}) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  const drawer = page.getByTestId('tags-drawer')
  const confirmation = page.getByTestId('confirm')

  async function fillTag(): Promise<void> {
    await expect(page.getByTestId('tags-add').locator('input')).toBeFocused()
    await page.keyboard.insertText('Client A')
    await page.keyboard.press('Enter')
  }

  /** Leaves the list as a user does: with the command palette. */
  async function leaveByPalette(): Promise<void> {
    await expect(confirmation).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByTestId('search-input').fill('settings')
    await page.getByTestId('command-go-settings').click()
  }

  async function expectQuestionBeforeLeaving(): Promise<void> {
    await leaveByPalette()
    await page.getByTestId('confirm-cancel').click()
    await expect(drawer).toContainText('Client A')
    await leaveByPalette()
    await page.getByTestId('confirm-action').click()
    await expect(page.getByTestId('settings')).toBeVisible()
  }

  await test.step('of the selected domains', async () => {
    await openArea(page, 'domains')
    await selectDomain(page, shop)
    await page.getByTestId('domains-change').click()
    await page.getByTestId('bulk-tags').click()
    await fillTag()
    await page.getByTestId('tags-cancel').click()
    await page.getByTestId('confirm-cancel').click()
    await expectQuestionBeforeLeaving()
  })

  await test.step('of the domain of a menu', async () => {
    await openArea(page, 'domains')
    await page.getByTestId('domains-clear-selection').click()
    await page.getByTestId('domains-filter-text').fill('')
    const row = page.getByTestId('domains-table').locator('.row', { hasText: mail })
    await row.click({ button: 'right' })
    await page.getByTestId('menu-tags').click()
    await page.getByTestId('tags-cancel').click()
    await expect(drawer).toHaveCount(0)
    await row.click({ button: 'right' })
    await page.getByTestId('menu-tags').click()
    await fillTag()
    await expectQuestionBeforeLeaving()
  })

  await test.step('of a server', async () => {
    await openArea(page, 'servers')
    await page.getByTestId('servers-table').getByRole('row').filter({ hasText: 'alphaweb' }).click({ button: 'right' })
    await page.getByTestId('menu-tags').click()
    await fillTag()
    await expectQuestionBeforeLeaving()
  })
})

test('Tags and notes are saved as CSV, and an edited file changes them after its preview was accepted', async ({
  harness,
  simulator,
}) => {
  const page = await startWithSyncedAlpha(harness, simulator)
  const { rows } = await callMain(page, 'inventory.domains', { filter: { text: 'alpha-' } })
  await callMain(page, 'annotations.changeTagsAndCustomers', {
    changes: rows.map(({ accountId, name }) => ({
      target: { kind: 'domain' as const, accountId, name },
      add: ['Old'],
    })),
  })
  await openArea(page, 'settings')
  const saved = await saveCsv(page, harness, { button: 'tags-export', name: 'tags.csv' })
  expect(saved.map(({ name, tags }) => [name, tags])).toContainEqual([shop, 'Old'])

  const path = join(dirname(harness.profile), 'edited.csv')
  writeFileSync(path, `name,tags,note\n${shop},"Old, Client B",Call first\n${mail},,\nnobody.example,A,\n`)
  await harness.app().app.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] })
  }, path)
  await page.getByTestId('tags-import').click()
  await expect(page.getByTestId('tags-preview-counts')).toContainText(
    'Changes the notes, tags or customers of 2 domains and servers.',
  )
  await expect(page.getByTestId('tags-preview-losing')).toContainText(
    '1 of the changes takes away a tag, the former customer or the former note.',
  )
  await expect(page.getByTestId('tags-findings')).toContainText('Line 4: No domain or server of this name')
  await expect(page.getByText('Saved to')).toHaveCount(0)
  await expectAccessible(page, 'preview of a file of tags')
  await page.getByTestId('tags-import-apply').click()
  await expect(page.getByText('The customers, tags or notes of 2 domains and servers were changed.')).toBeVisible()
  await expect(page.getByTestId('tags-preview')).toHaveCount(0)
  await openDomain(page, shop)
  await expect(page.getByTestId('annotation-tags')).toContainText('Client B')
  await expect(page.getByTestId('annotation-note')).toHaveValue('Call first')
})
