import { startSimulator } from '#simulator/start-simulator.ts'
import { callMain } from '#test/e2e/support/call-main.ts'
import { expect, test } from '#test/e2e/support/app-fixtures.ts'
import { secrets } from '#test/e2e/support/small-world.ts'
import { openArea, startSync, addAccountByCommands, waitUntilListsRead } from '#test/e2e/support/user-steps.ts'

test('The lists name the account whose keys see only selected domains, and only while that account is selected', async ({
  harness,
}) => {
  const domains = [{ domain_name: 'one.com' }, { domain_name: 'two.com' }]
  const simulator = await startSimulator({
    world: {
      auth_block: null,
      users: [
        {
          name: 'limited',
          keys: [{ token: secrets.alpha, services: { domain: { target_mode: 'selected', targets: ['one.com'] } } }],
          domains,
        },
        { name: 'whole', keys: [{ token: secrets.beta }], domains: [{ domain_name: 'three.com' }] },
      ],
    },
  })
  try {
    const page = await harness.start()
    for (const [label, secret] of [
      ['Limited', secrets.alpha],
      ['Whole', secrets.beta],
    ] as const)
      await addAccountByCommands(page, { label, url: simulator.url, keys: [{ label: 'all', secret }] })
    await startSync(page)
    await waitUntilListsRead(page)
    await openArea(page, 'domains')
    await expect(page.getByTestId('domains-count')).toHaveText('2 domains')
    const note = page.getByTestId('limited-list')
    await expect(note).toHaveText('Limited: its present keys read only selected domains (at the key check)')
    await callMain(page, 'app.saveSettings', { language: 'ja' })
    await expect(note).toHaveText('Limited: 現在のAPIキーで読めるのは選択されたドメインのみ（キー確認時点）')
    await page.getByTestId('sidebar-account').filter({ hasText: 'Whole' }).click()
    await expect(note).toHaveCount(0)
    await page.getByTestId('sidebar-all').click()
    await openArea(page, 'servers')
    await expect(page.getByTestId('servers-count')).toBeVisible()
    await expect(note).toHaveCount(0)
  } finally {
    await simulator.close()
  }
})
