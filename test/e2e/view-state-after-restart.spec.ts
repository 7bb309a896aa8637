import { addAlphaAndBeta } from '#test/e2e/support/zone-and-plan-steps.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { openArea, openDomain } from '#test/e2e/support/user-steps.ts'

test('After a restart, also after a kill, the window shows the page, the selection and the filters as they were left', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start({ size: undefined })
  await addAlphaAndBeta(page, simulator)
  const window = await harness.app().app.browserWindow(page)
  await window.evaluate((shown) => shown.setBounds({ x: 60, y: 40, width: 1100, height: 720 }))
  await page.getByTestId('sidebar-account').filter({ hasText: 'Alpha' }).click()
  await openArea(page, 'domains')
  await page.getByTestId('domains-filter-text').fill('alpha')
  await page.getByTestId('domains-filter-status-active').click()
  await expect(page.getByTestId('domains-table')).toContainText('alpha-shop.example')
  await expect(page.getByTestId('domains-table')).not.toContainText('alpha-old.example')
  await expect
    .poll(async () => (await callMain(page, 'viewState.get', null)).domains)
    .toMatchObject({ text: 'alpha', statuses: ['active'] })
  await harness.app().close()

  const again = await harness.start({ size: undefined })
  await expect(again.getByTestId('domains-filter-text')).toHaveValue('alpha')
  await expect(again.getByTestId('domains-filter-status-active')).toHaveAttribute('aria-pressed', 'true')
  await expect(again.getByTestId('domains-table')).toContainText('alpha-shop.example')
  await expect(again.getByTestId('domains-table')).not.toContainText('alpha-old.example')
  await expect(again.getByTestId('sidebar-account').filter({ hasText: 'Alpha' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const shown = await harness.app().app.browserWindow(again)
  expect(await shown.evaluate((nativeWindow) => nativeWindow.getNormalBounds())).toEqual({
    x: 60,
    y: 40,
    width: 1100,
    height: 720,
  })

  await openDomain(again, 'alpha-shop.example')
  await expect.poll(async () => (await callMain(again, 'viewState.get', null)).path).toMatch(/alpha-shop\.example$/)
  await harness.app().kill()

  const afterKill = await harness.start()
  await expect(afterKill.getByTestId('domain-back')).toBeVisible()
  await expect(afterKill.getByRole('heading', { name: 'alpha-shop.example' })).toBeVisible()
})

test('After a kill during a job, the window shows the job again', async ({ harness, simulator }) => {
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  const { rows } = await callMain(page, 'inventory.domains', {})
  const domains = rows.map(({ accountId, name }) => ({ accountId, name }))
  simulator.faults.add({ match: { path: 'alpha-shop\\.example/dns$' }, fault: { kind: 'hang' } })
  const { jobId } = await callMain(page, 'domainReading.start', { domains, leavesOutFresh: false })
  await page.getByTestId('job-indicator').click()
  await expect(page.getByTestId('job-items')).toContainText('alpha-shop.example')
  const shownPath = async () => (await callMain(page, 'viewState.get', null)).path
  await expect.poll(shownPath).toBe(`/activity/jobs/${jobId}`)
  await harness.app().kill()
  simulator.faults.clear()

  const again = await harness.start()
  await expect(again.getByTestId('job-items')).toContainText('alpha-shop.example')
  await expect(again.getByTestId('job-state')).toHaveText(/^\d+ done$/)
})

test('After a restart, the window shows the customer that it showed', async ({ harness, simulator }) => {
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  const { rows } = await callMain(page, 'inventory.domains', {})
  await callMain(page, 'annotations.changeTagsAndCustomers', {
    changes: rows.map(({ accountId, name }) => ({ target: { kind: 'domain', accountId, name }, customer: '青葉商店' })),
  })
  await openArea(page, 'domains')
  await page.getByTestId('domains-customers').click()
  await page.getByTestId('customers-table').getByText('青葉商店').click()
  await expect(page.getByTestId('customer-counts')).toBeVisible()
  await expect.poll(async () => (await callMain(page, 'viewState.get', null)).path).toMatch(/^\/customers\/./)
  await harness.app().close()

  const again = await harness.start()
  await expect(again.getByTestId('customer').getByRole('heading', { name: '青葉商店' })).toBeVisible()
  await again.getByTestId('customer-back').click()
  await expect(again.getByTestId('customers-count')).toHaveText('1 customer')
})
