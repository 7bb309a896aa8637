import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { addAlphaAndBeta } from '#test/e2e/support/dns-steps.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { saveCsv } from '#test/e2e/support/saved-csv.ts'
import { openArea, selectDomain } from '#test/e2e/support/user-steps.ts'

test('The CSV of a list has the rows that the filters show, or the selected ones, in the order of the list', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  await openArea(page, 'domains')
  await page.getByTestId('domains-filter-text').fill('alpha')
  await expect(page.getByTestId('domains-count')).toHaveText(/ of 6 domains/)
  await page.getByTestId('domains-table').getByRole('button', { name: 'Name' }).click()
  const shownNames = () =>
    page
      .getByTestId('domains-table')
      .locator('.row')
      .evaluateAll((rows) =>
        rows
          .toSorted(
            (one, other) => Number(one.getAttribute('aria-rowindex')) - Number(other.getAttribute('aria-rowindex')),
          )
          .map((row) => row.querySelector('.mono')?.textContent),
      )
  await expect(page.getByTestId('domains-table').locator('[aria-sort=descending]')).toHaveCount(1)
  await expect.poll(async () => (await shownNames()).toSorted().toReversed()).toEqual(await shownNames())
  await expectAccessible(page, 'domain list with its CSV button')
  const filtered = await saveCsv(page, harness, { button: 'domains-export', name: 'filtered.csv' })
  expect(filtered.map((row) => row['Name as displayed'] || row['Name'])).toEqual(await shownNames())
  expect(filtered[0]).toMatchObject({ Account: 'Alpha', 'Age of the list (hours)': '0' })
  await selectDomain(page, 'alpha-mail.example')
  await page.getByTestId('domains-filter-text').fill('beta')
  const selected = await saveCsv(page, harness, { button: 'domains-export', name: 'selected.csv' })
  expect(selected.map((row) => row['Name'])).toEqual(['alpha-mail.example'])
  await openArea(page, 'servers')
  const servers = await saveCsv(page, harness, { button: 'servers-export', name: 'servers.csv' })
  expect(servers.length).toBeGreaterThan(0)
})
