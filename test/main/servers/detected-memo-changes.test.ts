import { describe, expect, test } from 'vitest'
import { servername, useServersRig } from './servers-rig.ts'

describe('A memo', () => {
  const servers = useServersRig()

  const detected = async () => {
    const filter = { fields: ['memo' as const], target: { kind: 'server' as const, name: servername } }
    return (await servers.rig().call('detectedChanges.list', { filter })).rows
  }
  const setElsewhere = (memo: string) => servers.send('PUT', 'memo', { memo })

  async function sync(): Promise<void> {
    const ended = servers
      .rig()
      .event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
    await servers.rig().call('sync.start', {})
    await ended
  }

  test('A memo of another program that a reading before an edit shows is detected once and is not explained', async () => {
    await setElsewhere('elsewhere')
    const { readAt } = await servers.call('memo', {})
    const expected = { values: { before: '本番', after: 'elsewhere' }, detectedAt: readAt, sentChange: null }
    expect(await detected()).toMatchObject([expected])
    await sync()
    expect(await detected()).toMatchObject([expected])
  })

  test('A memo that Banto sets is shown as sent by Banto, and not the memo of another program that it replaces', async () => {
    await sync()
    const earlier = (await detected()).length
    await setElsewhere('theirs')
    await servers.call('setMemo', { memo: 'own', expected: null })
    await sync()
    const entry = await servers.newestEntry()
    const rows = await detected()
    expect(rows.slice(0, rows.length - earlier)).toMatchObject([
      {
        values: { before: 'theirs', after: 'own' },
        sentChange: { entryId: entry?.id, at: entry?.at, certainty: 'confirmed' },
      },
      { values: { before: '本番', after: 'theirs' }, sentChange: null },
    ])
  })

  test('A memo of which the outcome is unknown is shown as of unknown outcome until a reading shows it', async () => {
    await sync()
    // The call is sent up to three times.
    servers.rig().simulator.faults.add({ match: { method: 'PUT' }, times: 3, fault: { kind: 'reset-before' } })
    expect((await servers.refusal('setMemo', { memo: 'lost', expected: null })).kind).toBe('unsettled')
    await setElsewhere('lost')
    await sync()
    const entryId = (await servers.newestEntry())?.id
    const sentChange = { entryId, certainty: 'unknown_outcome' }
    expect((await detected())[0]).toMatchObject({ values: { after: 'lost' }, sentChange })
    await servers.call('memo', {})
    expect((await detected())[0]).toMatchObject({
      values: { after: 'lost' },
      sentChange: { entryId, certainty: 'inferred' },
    })
  })
})
