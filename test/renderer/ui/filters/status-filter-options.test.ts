import { expect, onTestFinished, test } from 'vitest'
import { goneStatus } from '#shared/ipc/inventory.ts'
import { countRowsWithStatuses, createStatusFilterOptionsWithGone } from '#renderer/ui/filters/status-filter-options.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'

const counts = {
  byStatus: [
    { status: 'active', count: 131 },
    { status: 'expired', count: 2 },
  ],
  gone: 4,
}

test.each([
  ['all present rows', [], 133],
  ['one status', ['active'], 131],
  ['several statuses', ['active', 'expired'], 133],
  ['a status without rows', ['transferring'], 0],
  ['gone rows only', [goneStatus], 4],
  ['gone rows and one status', ['active', goneStatus], 135],
])('The count of a list of %s is the sum of the chosen chips', (_, chosen, sum) => {
  const { options, total } = createStatusFilterOptionsWithGone(['active', 'expired'], counts, chosen)
  const ofChips =
    chosen.length === 0
      ? total
      : options.reduce((all, { value, count }) => all + (chosen.includes(value) ? (count ?? 0) : 0), 0)
  expect([countRowsWithStatuses(counts, chosen), ofChips]).toEqual([sum, sum])
})

test('The counts of the chips add up to the rows of the list, for every status and text filter', async () => {
  const token = 'a-key-for-chips'
  const domains = Array.from({ length: 8 }, (_, index) => ({
    domain_name: `d${index}.example`,
    status: index < 3 ? ('expired' as const) : ('active' as const),
  }))
  const rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'first',
          keys: [{ token }],
          domains,
          servers: [{ server_id: 'one01' }, { server_id: 'two02' }, { server_id: 'three03' }],
        },
      ],
    },
  })
  onTestFinished(() => rig.close())
  await rig.call('app.saveSettings', { backgroundShare: 0 })
  await rig.addAccount('First', [token])
  const sync = async () => {
    const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
    await rig.call('sync.start', {})
    await ended
  }
  await sync()
  rig.simulator.world.user('first').domains.delete('d0.example')
  await sync()
  for (const text of ['', 'd1', 'nothing'])
    for (const statuses of [
      null,
      ['active'],
      ['expired'],
      ['active', 'expired'],
      [goneStatus],
      ['active', goneStatus],
    ]) {
      const filter = { statuses, text }
      const domainsListed = countRowsWithStatuses(await rig.call('inventory.domainCounts', { filter }), statuses ?? [])
      const serversListed = countRowsWithStatuses(await rig.call('inventory.serverCounts', { filter }), statuses ?? [])
      expect([text, statuses, domainsListed, serversListed]).toEqual([
        text,
        statuses,
        (await rig.call('inventory.domains', { filter })).total,
        (await rig.call('inventory.servers', { filter })).total,
      ])
    }
})
