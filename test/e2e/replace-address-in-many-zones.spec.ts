import type { Page } from '@playwright/test'
import { startSimulator, type Simulator, type SimulatorOptions } from '#simulator/start-simulator.ts'
import { listWrites, servedDomain } from '#test/e2e/support/zone-and-plan-steps.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expect, test as desktop } from '#test/e2e/support/app-fixtures.ts'
import {
  addAccountByCommands,
  chooseBulkChange,
  openArea,
  startSync,
  waitUntilSynced,
} from '#test/e2e/support/user-steps.ts'

const accountNumbers = Array.from({ length: 10 }, (_, index) => index + 1)
const domainsPerAccount = 20
const domains = accountNumbers.flatMap((account) =>
  Array.from({ length: domainsPerAccount }, (_, index) => `site-${index + 1}.customer-${account}.example`),
)
const secretOf = (account: number) => `quokka-customer-${account}-full-83Gk1`

const [oldAddress, newAddress] = ['192.0.2.10', '203.0.113.10']
const recordsBefore = [
  { type: 'A', host: '@', content: oldAddress },
  { type: 'A', host: 'mail', content: '192.0.2.25' },
  { type: 'MX', host: '@', content: 'mail.provider.example', priority: 10 },
  { type: 'TXT', host: '@', content: 'v=spf1 ip4:192.0.2.10 -all' },
] as const

interface ManyZones {
  simulator: Simulator
  /** Lets the next `count` changes through. Later changes wait until `letPass` is called. */
  holdAfter(count: number): void
  heldCount(): number
  letPass(): void
}

async function startManyZones(): Promise<ManyZones> {
  let left = Infinity
  let held = 0
  let passed = Promise.withResolvers<void>()
  const onArrival: SimulatorOptions['onArrival'] = async ({ method }) => {
    if (method === 'GET') return
    left -= 1
    if (left >= 0) return
    held += 1
    await passed.promise
  }
  const simulator = await startSimulator({
    onArrival,
    world: {
      auth_block: null,
      users: accountNumbers.map((account) => ({
        name: `customer-${account}`,
        keys: [{ token: secretOf(account) }],
        domains: domains
          .filter((name) => name.endsWith(`customer-${account}.example`))
          .map((domain_name) => ({ domain_name, records: [...recordsBefore] })),
      })),
    },
  })
  return {
    simulator,
    holdAfter(count) {
      left = count
      held = 0
      passed = Promise.withResolvers()
    },
    heldCount: () => held,
    letPass() {
      left = Infinity
      passed.resolve()
    },
  }
}

const test = desktop.extend<{ many: ManyZones }>({
  many: async ({}, use) => {
    const many = await startManyZones()
    await use(many)
    many.letPass()
    await many.simulator.close()
  },
})

// The quota makes it wait for more than a minute, and a busy machine takes several times as long.
test.setTimeout(600_000)

/** Reads the lists and no details: the limit of an account is 60 calls in a minute, and the change needs them. */
async function addAccounts(page: Page, { url }: Simulator): Promise<void> {
  for (const account of accountNumbers)
    await addAccountByCommands(page, {
      label: `Customer ${account}`,
      url,
      keys: [{ label: 'all', secret: secretOf(account) }],
    })
  await callMain(page, 'app.saveSettings', { backgroundShare: 0 })
  await startSync(page)
  await waitUntilSynced(page)
}

function contentsOf(simulator: Simulator, name: string): string[] {
  return [...servedDomain(simulator, name).records.values()].map(({ type, host, content }) =>
    [type, host, content].join(' '),
  )
}

test('An address is replaced in 200 zones of 10 accounts by one change each, although the app is killed in the middle', async ({
  harness,
  many,
}) => {
  const { simulator } = many
  const page = await harness.start()
  await addAccounts(page, simulator)
  await openArea(page, 'domains')
  await page.getByTestId('select-all-rows').click()
  await expect(page.getByTestId('domains-selected')).toContainText('200')
  await chooseBulkChange(page, 'replace_value')
  await page.getByTestId('replace-from').fill(oldAddress)
  await page.getByTestId('replace-to').fill(newAddress)
  await page.getByTestId('change-review').click()
  await expect(page.getByTestId('plan-run')).toHaveText('Send 200 changes to 200 domains', { timeout: 120_000 })
  simulator.ledger.clear()
  many.holdAfter(60)
  await page.getByTestId('plan-run').click()

  // Changes of several accounts arrive, but Banto ends before it knows.
  await expect.poll(many.heldCount, { timeout: 400_000 }).toBeGreaterThanOrEqual(accountNumbers.length)
  await harness.app().kill()
  const sentBeforeKill = listWrites(simulator)
  many.letPass()
  await expect.poll(() => simulator.ledger.requests.every(({ isExecuted }) => isExecuted)).toBe(true)
  expect(sentBeforeKill.length).toBeLessThan(domains.length)

  const again = await harness.start()
  await openArea(again, 'activity')
  await again.getByTestId('activity-jobs').click()
  await expect(again.getByTestId('job-state')).toHaveText('200 done', { timeout: 400_000 })
  const recordsAfter = recordsBefore.map(({ type, host, content }) =>
    [type, host, content === oldAddress ? newAddress : content].join(' '),
  )
  for (const name of domains) expect(contentsOf(simulator, name)).toEqual(recordsAfter)
  // No change was sent twice, and no other change was sent.
  expect(
    listWrites(simulator)
      .map((call) => call.replace(/\d+$/, 'ID'))
      .toSorted(),
  ).toEqual(domains.map((name) => `PUT ${name}/dns/ID`).toSorted())
  await again.getByTestId('activity').click()
  await expect(again.getByTestId('activity-count')).toHaveText('200 changes')
})
