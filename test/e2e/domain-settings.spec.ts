import type { Locator } from '@playwright/test'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import {
  addAlphaAndBeta,
  listWrites,
  locateDomainInPlan,
  reviewChange,
  runPlan,
  servedDomain,
} from '#test/e2e/support/zone-and-plan-steps.ts'
import { chooseBulkChange, openArea, openDomain, selectDomain } from '#test/e2e/support/user-steps.ts'
import { startWithTwoSyncedAccounts } from '#test/e2e/support/start-with-synced-accounts.ts'

test.setTimeout(180_000)

const shop = 'alpha-shop.example'
const mail = 'alpha-mail.example'
const blog = 'beta-blog.example'

test('Name servers are changed after a review of the difference, and the job offers a plan that restores them', async ({
  harness,
  simulator,
}) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  const before = [...servedDomain(simulator, shop).nameservers]
  await openDomain(page, shop)

  await page.getByTestId('change-nameservers').click()
  const review = page.getByTestId('change-review')
  await expect(review).toBeDisabled()
  await expect(review).toHaveAccessibleDescription('Nothing was changed in this form.')
  await page.getByTestId('nameservers').fill('192.0.2.1')
  await expect(review).toBeEnabled()
  await page.getByTestId('change-review').click()
  await expect(page.getByTestId('domain-change')).toContainText('192.0.2.1 is an IP address.')
  await page.getByTestId('nameservers').fill(`NS1.other.example.\nns2.${shop}`)
  await expect(page.getByTestId('form-warning')).toHaveText([
    /ns2\.alpha-shop\.example belongs to the domain itself/,
    /no longer have an effect/,
  ])
  simulator.ledger.clear()
  await reviewChange(page)
  await expect(page.getByTestId('plan-change')).toHaveCount(1)
  await expect(page.getByTestId('plan-change').locator('del')).toHaveText(before)
  await expect(page.getByTestId('plan-change').locator('ins')).toHaveText(['ns1.other.example', `ns2.${shop}`])
  await expect(page.getByTestId('plan-finding')).toHaveCount(2)
  expect(listWrites(simulator)).toEqual([])

  await expect(page.getByTestId('plan-run')).toHaveText(`Send 1 change to ${shop}`)
  await runPlan(page)
  expect(servedDomain(simulator, shop).nameservers).toEqual(['ns1.other.example', `ns2.${shop}`])
  expect(listWrites(simulator)).toEqual([`PUT ${shop}/nameservers`])

  await page.getByTestId('job-undo').click()
  await expect(page.getByTestId('plan-change').locator('ins')).toHaveText(before)
  await runPlan(page)
  expect(servedDomain(simulator, shop).nameservers).toEqual(before)

  // Going back does not lead to a plan that was run.
  await openDomain(page, shop)
  await expect(page.getByTestId('facet-nameservers')).toContainText(before[0] ?? '')
})

test('A lock that cannot be cleared afterwards is explained in the form and typed in the plan', async ({
  harness,
  simulator,
}) => {
  servedDomain(simulator, shop).lock.warnsOnLock = true
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  await openDomain(page, shop)
  await page.getByTestId('change-lock').click()
  await expect(page.getByTestId('change-review')).toBeDisabled()
  await page.getByTestId('lock-on').click()
  await expect(page.getByTestId('form-warning')).toContainText('cannot be unlocked until its cancellation')
  await reviewChange(page)
  // Only a plan that deletes records speaks of deleted records.
  await expect(page.getByTestId('plan-snapshot')).toContainText('nothing is sent')
  await expect(page.getByTestId('plan-snapshot')).not.toContainText('delete')
  await expect(page.getByTestId('plan-run')).toBeDisabled()
  await page.getByTestId('plan-typed').fill(shop)
  await runPlan(page)
  expect(servedDomain(simulator, shop).lock.isLocked).toBe(true)

  await openDomain(page, shop)
  await expect(page.getByTestId('facet-lock')).toContainText('Locked')
  await page.getByRole('button', { name: 'Read Registrar lock again' }).click()
  await expect(page.getByTestId('change-lock')).toBeDisabled()
  await expect(page.getByTestId('change-lock')).toHaveAccessibleDescription(/only by a cancellation request/)
})

test('A setting that was never read cannot be changed, and its button says when it is being read', async ({
  harness,
  simulator,
}) => {
  const match = { path: 'alpha-shop\\.example/registrar-lock$' }
  simulator.faults.add({ match, fault: { kind: 'status', status: 400, code: 'VALIDATION_ERROR' } })
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  await openDomain(page, shop)
  await expect(page.getByTestId('change-lock')).toBeDisabled()
  await expect(page.getByTestId('change-lock')).toHaveAccessibleDescription('Not read yet. Read it first.')
  simulator.faults.clear()
  simulator.faults.add({ match, fault: { kind: 'hang' } })
  await page.getByRole('button', { name: 'Read Registrar lock again' }).click()
  await expect(page.getByTestId('change-lock')).toHaveAccessibleDescription('The current value is being read.')
})

test('Whois that the service would refuse to change cannot be edited, and the reason is reported', async ({
  harness,
  simulator,
}) => {
  servedDomain(simulator, shop).isMigrating = true
  servedDomain(simulator, mail).whois.isMailValidationPending = true
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  await openDomain(page, shop)
  await expect(page.getByTestId('change-whois')).toHaveAccessibleDescription(/being moved to another registrar/)
  await expect(page.getByTestId('change-whois')).toBeDisabled()
  await expect(page.getByTestId('change-lock')).toBeDisabled()
  await expect(page.getByTestId('change-nameservers')).toBeEnabled()
  await openDomain(page, mail)
  await expect(page.getByTestId('change-whois')).toBeDisabled()
  await expect(page.getByTestId('change-whois')).toHaveAccessibleDescription(/mail address was not confirmed/)
  await expect(page.getByTestId('change-lock')).toBeEnabled()
})

test('Whois privacy is switched off only with complete contact data, and the plan says what becomes public', async ({
  harness,
  simulator,
}) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  await openDomain(page, shop)
  await page.getByTestId('change-whois').click()
  await expect(page.getByTestId('change-review')).toBeDisabled()
  await page.getByTestId('whois-city').fill('')
  await page.getByTestId('whois-first_name').fill('葵')
  await page.getByTestId('privacy-off').click()
  await page.getByTestId('change-review').click()
  await expect(page.getByTestId('domain-change')).toContainText('City must not be empty while Whois privacy is off.')
  await expect(page.getByTestId('domain-change')).toContainText(
    'First name may have Latin letters, digits and symbols only.',
  )
  // The first field with an error has the focus.
  await expect(page.getByTestId('whois-first_name')).toBeFocused()
  await page.getByTestId('whois-city').fill('Minato')
  await page.getByTestId('whois-first_name').fill('Aoi')
  await reviewChange(page)
  await expect(page.getByTestId('plan-finding')).toHaveText([/The contact data will be public/])
  await expect(page.getByTestId('plan-change')).toContainText('Minato')
  await runPlan(page)
  expect(servedDomain(simulator, shop).whois).toMatchObject({ isPrivate: false, fields: { city: 'Minato' } })
})

test('Whois privacy that the TLD does not offer cannot be chosen', async ({ harness, simulator }) => {
  Object.assign(servedDomain(simulator, shop).whois, { isPrivacyAvailable: false, isPrivate: false })
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  await openDomain(page, shop)
  await page.getByTestId('change-whois').click()
  await expect(page.getByTestId('privacy-unavailable')).toBeVisible()
  await expect(page.getByTestId('privacy-on').locator('input')).toBeDisabled()
})

test('An address is replaced in zones of two accounts after a preview, without the domain that was left out', async ({
  harness,
  simulator,
}) => {
  for (const record of servedDomain(simulator, blog).records.values()) record.content = '192.0.2.10'
  for (const record of servedDomain(simulator, mail).records.values()) record.content = '192.0.2.10'
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  await openArea(page, 'domains')
  for (const name of [shop, mail, blog]) await selectDomain(page, name)
  await chooseBulkChange(page, 'replace_value')
  await expect(page.getByTestId('change-domains')).toHaveText('For 3 domains, as selected when this form was opened')
  await page.getByTestId('replace-from').fill('192.0.2.10')
  await page.getByTestId('replace-to').fill('2001:db8::1')
  await page.getByTestId('change-review').click()
  await expect(page.getByTestId('domain-change')).toContainText('same version')
  await page.getByTestId('replace-to').fill('192.0.2.99')
  simulator.ledger.clear()
  await reviewChange(page)

  await expect(page.getByTestId('plan-run')).toHaveText('Send 4 changes to 3 domains')
  await expect(locateDomainInPlan(page, shop).getByTestId('plan-change')).toHaveCount(2)
  await expect(locateDomainInPlan(page, blog).getByTestId('plan-change')).toContainText('192.0.2.10')
  await locateDomainInPlan(page, mail).getByTestId('plan-include').click()
  await expect(page.getByTestId('plan-run')).toHaveText('Send 3 changes to 2 domains')
  expect(listWrites(simulator)).toEqual([])
  await runPlan(page)

  const contents = (name: string) => [...servedDomain(simulator, name).records.values()].map(({ content }) => content)
  expect(contents(shop).filter((content) => content === '192.0.2.99')).toHaveLength(2)
  expect(contents(blog)).toEqual(['192.0.2.99'])
  expect(contents(mail)).toEqual(['192.0.2.10'])
})

test('A file whose records lie in the zone of the second of two domains is planned for that domain', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  await openArea(page, 'domains')
  for (const name of [shop, blog]) await selectDomain(page, name)
  await page.getByTestId('domains-change').click()
  await page.getByTestId('bulk-import').click()
  const text = page.getByTestId('import-text').locator('textarea')
  await text.fill(`www.${blog}. 3600 IN A 192.0.2.77`)
  await expect(page.getByTestId('import-count')).toHaveText('No record can be imported.')
  await expect(page.getByTestId('import-for-first')).toHaveText(
    `Checked for ${shop}. Each other domain is checked when the changes are computed.`,
  )
  await page.getByTestId('plan-start').click()
  await expect(page.getByTestId('plan-run')).toHaveText('Send 1 change to 1 domain')
  await expect(locateDomainInPlan(page, blog).getByTestId('plan-change')).toContainText('192.0.2.77')
})

test('A lock for several domains leaves out those that could not be unlocked, and names the ones that are refused', async ({
  harness,
  simulator,
}) => {
  servedDomain(simulator, shop).lock.warnsOnLock = true
  servedDomain(simulator, blog).isMigrating = true
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  await openArea(page, 'domains')
  for (const name of [shop, mail, blog]) await selectDomain(page, name)
  await chooseBulkChange(page, 'lock')
  await expect(page.getByTestId('change-review')).toBeEnabled()
  await page.getByTestId('lock-on').click()
  await reviewChange(page)
  await expect(page.getByTestId('plan-findings').getByTestId('plan-finding')).toHaveText([
    /beta-blog\.example: When last read, the domain was being moved to another registrar/,
    /alpha-shop\.example: The lock is not included/,
  ])
  await expect(page.getByTestId('plan-run')).toHaveText('Send 1 change to 1 domain')
  await page.getByTestId('plan-only-all').click()
  await expect(page.getByTestId('plan-domain')).toHaveCount(3)
  await runPlan(page)
  expect([shop, mail, blog].map((name) => servedDomain(simulator, name).lock.isLocked)).toEqual([false, true, false])
})

test('A domain that could not be planned is listed with its reason beside the errors and warnings of the others', async ({
  harness,
  simulator,
}) => {
  servedDomain(simulator, blog).isMigrating = true
  simulator.faults.add({
    match: { method: 'GET', path: `${mail}/registrar-lock$` },
    fault: { kind: 'status', status: 404, code: 'DOMAIN_NOT_FOUND' },
  })
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  await openArea(page, 'domains')
  for (const name of [shop, mail, blog]) await selectDomain(page, name)
  await chooseBulkChange(page, 'lock')
  await expect(page.getByTestId('change-review')).toBeEnabled()
  await page.getByTestId('lock-on').click()
  await reviewChange(page)
  await expect(page.getByTestId('plan-findings').getByTestId('plan-finding')).toHaveText([
    /^alpha-mail\.example: The service has no such domain/,
    /beta-blog\.example: When last read, the domain was being moved to another registrar/,
  ])
})

test('Name servers are changed with the keyboard alone', async ({ harness, simulator }) => {
  const page = await startWithTwoSyncedAccounts(harness, simulator)
  await openDomain(page, mail)
  const press = (key: string) => page.keyboard.press(key)
  const tabTo = async (target: Locator) => {
    for (let steps = 0; steps < 60; steps += 1) {
      if (await target.evaluate((element) => element.contains(document.activeElement))) return
      await press('Tab')
    }
    throw new Error('Tab does not reach the control')
  }
  await tabTo(page.getByTestId('change-nameservers'))
  await press('Enter')
  await expect(page.getByTestId('nameservers')).toBeFocused()
  await press('ControlOrMeta+a')
  await page.keyboard.type('ns1.other.example')
  await press('Enter')
  await page.keyboard.type('ns2.other.example')
  await tabTo(page.getByTestId('change-review'))
  await press('Enter')
  await expect(page.getByTestId('plan-panel')).toBeVisible()
  await tabTo(page.getByTestId('plan-run'))
  await press('Enter')
  await expect(page.getByTestId('job-state')).toHaveText(/^\d+ done$/, { timeout: 60_000 })
  expect(servedDomain(simulator, mail).nameservers).toEqual(['ns1.other.example', 'ns2.other.example'])
})
