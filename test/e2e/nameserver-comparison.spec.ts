import type { NameserverComparisonResult } from '#shared/ipc/nameserver-comparison.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { expectAccessible } from '#test/e2e/support/expect-accessible.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { replaceReply } from '#test/e2e/support/replace-ipc-reply.ts'
import { addAccountByCommands, openDomain, startSync, waitUntilSynced } from '#test/e2e/support/user-steps.ts'
import { secrets } from '#test/e2e/support/small-world.ts'

const servers = ['ns1.dns.example', 'ns2.dns.example']

/** What main returns; the tests of main ask DNS servers on this computer. */
function comparison(answer: (server: string) => string[]): NameserverComparisonResult {
  const at = Date.now()
  const stored = ['192.0.2.10']
  const answers = servers.map((server) => {
    const values = answer(server)
    const state =
      values.length === 0 ? ('missing' as const) : values[0] === stored[0] ? ('same' as const) : ('differs' as const)
    return { server, at, state, values, reason: null }
  })
  const states = answers.map(({ state }) => state)
  return {
    startedAt: at,
    endedAt: at,
    zoneReadAt: at - 3_600_000,
    nameserversReadAt: at,
    delegation: { state: 'same', stored: servers, resolved: servers },
    servers: servers.map((name, index) => ({ name, address: `192.0.2.5${index}`, reason: null })),
    recordSets: [
      {
        host: 'www',
        type: 'A',
        name: 'www.alpha-shop.example',
        stored,
        source: 'zone',
        state: states.find((state) => state !== 'same') ?? 'same',
        doServersDiffer: new Set(states).size > 1,
        answers,
      },
    ],
  }
}

test('The domain page shows where name servers answer differently from the stored zone, and is asked again on request', async ({
  harness,
  simulator,
}) => {
  const page = await harness.start()
  await addAccountByCommands(page, {
    label: 'Alpha',
    url: simulator.url,
    keys: [{ label: 'all', secret: secrets.alpha }],
  })
  await startSync(page)
  await waitUntilSynced(page)
  await openDomain(page, 'alpha-shop.example')
  const section = page.getByTestId('nameserver-comparison')

  await replaceReply(
    harness.app(),
    'dns.checkAuthoritative',
    comparison((server) => (server === 'ns2.dns.example' ? ['192.0.2.99'] : ['192.0.2.10'])),
  )
  await page.getByTestId('compare-nameservers').click()
  const row = section.getByRole('row').filter({ hasText: 'A www' })
  await expect(row).toContainText('192.0.2.10')
  await expect(row).toContainText('As in Banto')
  await expect(row).toContainText('192.0.2.99')
  await expect(row).toContainText('Different')
  await expect(row).toContainText('The name servers do not agree.')
  await expect(section.getByTestId('comparison-table')).toContainText('1 h ago')
  for (const theme of ['light', 'dark'] as const) {
    await callMain(page, 'app.saveSettings', { theme })
    await expectAccessible(page, `the comparison with name servers, ${theme}`)
  }

  await replaceReply(
    harness.app(),
    'dns.checkAuthoritative',
    comparison(() => ['192.0.2.10']),
  )
  await section.getByTestId('comparison-again').click()
  await expect(section.getByTestId('comparison-summary')).toHaveText('The only record set is the same')

  await section.getByTestId('comparison-back').click()
  await expect(section).toBeHidden()
  await expect(page.getByTestId('compare-nameservers')).toBeFocused()
})
