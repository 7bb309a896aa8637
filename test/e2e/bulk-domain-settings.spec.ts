import type { Page } from '@playwright/test'
import type { Simulator } from '#simulator/start-simulator.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { holdReply } from '#test/e2e/support/hold-or-drop-ipc-reply.ts'
import {
  addAlphaAndBeta,
  listWrites,
  locateDomainInPlan,
  reviewChange,
  runPlan,
  servedDomain,
} from '#test/e2e/support/zone-and-plan-steps.ts'
import { japaneseName } from '#test/e2e/support/small-world.ts'
import { chooseBulkChange, openArea, openDomain, selectDomain } from '#test/e2e/support/user-steps.ts'

const shop = 'alpha-shop.example'
const mail = 'alpha-mail.example'
const blog = 'beta-blog.example'
const firm = 'beta-firm.co.jp'

/** Adds a domain of a kind whose Whois the API does not change. */
function addAttributeTypeDomain({ world }: Simulator): void {
  const owner = world.user('beta')
  const domain = structuredClone(servedDomain({ world } as Simulator, blog))
  owner.domains.set(firm, { ...domain, name: firm })
  world.owners.set(firm, owner)
}

async function selectForChange(page: Page, kind: string, names: readonly string[]): Promise<void> {
  await openArea(page, 'domains')
  for (const name of names) await selectDomain(page, name)
  await chooseBulkChange(page, kind)
}

const findings = (page: Page) => page.getByTestId('plan-findings').getByTestId('plan-finding')

test('Name servers of domains of two accounts are set by one plan, except where they are already set, and are changed back', async ({
  harness,
  simulator,
}) => {
  const after = ['ns1.other.example', 'ns2.other.example']
  const before = [...servedDomain(simulator, shop).nameservers]
  servedDomain(simulator, mail).nameservers = [...after].reverse()
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  await selectForChange(page, 'nameservers', [shop, mail, blog])
  await page.locator('#nameservers').fill(after.join('\n'))
  simulator.ledger.clear()
  await reviewChange(page)
  await expect(findings(page)).toHaveText([/^2 domains, such as alpha-shop\.example: .*no longer have an effect/])
  await expect(page.getByTestId('plan-domain-counts')).toContainText('1 without changes')
  await expect(page.getByTestId('plan-run')).toHaveText('Send 2 changes to 2 domains')
  expect(listWrites(simulator)).toEqual([])
  await runPlan(page)
  for (const name of [shop, blog]) expect(servedDomain(simulator, name).nameservers).toEqual(after)
  expect(listWrites(simulator).toSorted()).toEqual([`PUT ${shop}/nameservers`, `PUT ${blog}/nameservers`])

  await page.getByTestId('job-undo').click()
  await expect(page.getByTestId('plan-run')).toHaveText('Send 2 changes to 2 domains')
  await runPlan(page)
  for (const name of [shop, blog]) expect(servedDomain(simulator, name).nameservers).toEqual(before)

  // The page of the job says by itself why one of the domains can no longer be undone.
  const beta = (await callMain(page, 'accounts.list', null)).find(({ label }) => label === 'Beta')
  await callMain(page, 'accounts.remove', { accountId: beta?.id ?? '' })
  await expect(page.getByTestId('job-accounts-removed')).toContainText('The account of 1 domain was removed')
  await page.getByTestId('job-undo').click()
  await expect(page.getByTestId('plan-run')).toHaveText(`Send 1 change to ${shop}`)
})

test('Leaving a form while its domains are compared asks first, until the page of the plan opens', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  await selectForChange(page, 'nameservers', [shop, mail])
  await page.locator('#nameservers').fill('ns1.other.example\nns2.other.example')
  const release = await holdReply(harness, 'plans.create')
  await page.getByTestId('change-review').click()
  await expect(page.getByTestId('plan-progress')).toBeVisible()
  await page.getByTestId('area-overview').click()
  await expect(page.getByTestId('confirm')).toContainText('The comparison of the domains stops')
  await page.getByTestId('confirm-cancel').click()
  await expect(page.locator('#nameservers')).toHaveValue('ns1.other.example\nns2.other.example')
  await page.getByTestId('area-overview').click()
  await expect(page.getByTestId('confirm')).toBeVisible()
  await release()
  await expect(page.getByTestId('plan-run')).toBeVisible()
  await expect(page.getByTestId('confirm')).toBeHidden()
})

test('Whois privacy of several domains is changed only where the service allows it, and each other domain has its reason', async ({
  harness,
  simulator,
}) => {
  const unavailable = japaneseName.punycode
  addAttributeTypeDomain(simulator)
  for (const name of [shop, mail, blog, unavailable]) servedDomain(simulator, name).whois.isPrivate = false
  servedDomain(simulator, shop).isMigrating = true
  servedDomain(simulator, mail).whois.isMailValidationPending = true
  servedDomain(simulator, unavailable).whois.isPrivacyAvailable = false
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)

  // The page of one domain does not offer what its kind of domain does not have.
  await openDomain(page, firm)
  await expect(page.getByTestId('facet-whois')).toContainText(/409 · WHOIS_NOT_EDITABLE · \w/)
  await expect(page.getByTestId('change-lock')).toBeVisible()
  await expect(page.getByTestId('change-whois')).toHaveCount(0)

  await selectForChange(page, 'privacy', [shop, mail, japaneseName.decoded, blog, firm])
  await page.getByTestId('privacy-on').click()
  simulator.ledger.clear()
  await reviewChange(page)
  await expect(page.getByTestId('plan-run')).toHaveText('Send 1 change to 1 domain')
  await page.getByTestId('plan-only-problems').click()
  for (const [name, reason] of [
    [shop, 'being moved to another registrar'],
    [mail, 'mail address was not confirmed'],
    [unavailable, 'not available for this TLD'],
    [firm, 'Whois data of this domain cannot be changed'],
  ] as const)
    await expect(locateDomainInPlan(page, name).getByTestId('plan-finding')).toContainText(reason)
  await runPlan(page)
  expect([shop, mail, unavailable, blog].map((name) => servedDomain(simulator, name).whois.isPrivate)).toEqual([
    false,
    false,
    false,
    true,
  ])
  expect(listWrites(simulator)).toEqual([`PUT ${blog}/whois`])
})

test('Locks that cannot be cleared stay when several domains are unlocked, and are set only when they are chosen and typed', async ({
  harness,
  simulator,
}) => {
  servedDomain(simulator, shop).lock.warnsOnLock = true
  Object.assign(servedDomain(simulator, mail).lock, { isLocked: true, isUnlockBlocked: true })
  servedDomain(simulator, blog).lock.isLocked = true
  const page = await harness.start()
  await addAlphaAndBeta(page, simulator)
  await openDomain(page, mail)
  await expect(page.getByTestId('change-lock')).toBeDisabled()
  await expect(page.getByTestId('change-lock')).toHaveAccessibleDescription(/only by a cancellation request/)

  await selectForChange(page, 'lock', [shop, mail, blog])
  await page.getByTestId('lock-off').click()
  await reviewChange(page)
  await expect(findings(page)).toHaveText([
    /alpha-mail\.example: When last read, the lock could be cleared only by a cancellation/,
  ])
  await expect(page.getByTestId('plan-run')).toHaveText('Send 1 change to 1 domain')
  await runPlan(page)
  expect([shop, mail, blog].map((name) => servedDomain(simulator, name).lock.isLocked)).toEqual([false, true, false])

  await selectForChange(page, 'lock', [shop, blog])
  await page.getByTestId('lock-on').click()
  await page.getByTestId('lock-one-way').click()
  await reviewChange(page)
  await expect(findings(page)).toHaveText([/alpha-shop\.example: Once locked, the domain cannot be unlocked/])
  await expect(page.getByTestId('plan-run')).toBeDisabled()
  await page.locator('#plan-typed').fill('2')
  await runPlan(page)
  expect(servedDomain(simulator, shop).lock).toMatchObject({ isLocked: true, isUnlockBlocked: true })
  expect(servedDomain(simulator, blog).lock).toMatchObject({ isLocked: true, isUnlockBlocked: false })
})
