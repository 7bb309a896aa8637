import { onTestFinished } from 'vitest'
import type { Clock } from '#main/clock.ts'
import type { RecordChange, CompleteRecordInput } from '#shared/ipc/dns.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

export const domainWithTwoRecords = 'example.com'
/** `日本語.com` in Punycode. */
export const japaneseDomain = 'xn--wgv71a119e.com'

export interface SyncedZonesRig {
  rig: SimulatorRig
  accountId: string
  www: ZoneRecord
  apply(change: RecordChange, domain?: string): Promise<unknown>
}

export const createRecordInput = (fields: Partial<CompleteRecordInput> = {}): CompleteRecordInput => ({
  type: 'A',
  host: 'shop',
  content: '192.0.2.30',
  ttl: 3600,
  priority: 0,
  ...fields,
})

/** A synced account with two domains, of which the first has two records. */
export async function startSyncedZonesRig({ clock }: { clock?: Clock } = {}): Promise<SyncedZonesRig> {
  const rig = await startSimulatorRig({
    ...(clock && { clock }),
    world: {
      users: [
        {
          name: 'first',
          keys: [{ token: 'first-key-of-the-first' }, { token: 'second-key-of-the-first' }],
          domains: [
            {
              domain_name: domainWithTwoRecords,
              records: [
                { type: 'A', host: '@', content: '192.0.2.10' },
                { type: 'A', host: 'www', content: '192.0.2.20' },
              ],
            },
            { domain_name: japaneseDomain },
          ],
        },
      ],
    },
  })
  onTestFinished(() => rig.close())
  const { id: accountId } = await rig.addAccount('First', ['first-key-of-the-first'])
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', {})
  await ended
  rig.simulator.ledger.clear()
  const zone = await rig.call('dns.zone', { accountId, domain: domainWithTwoRecords })
  return {
    rig,
    accountId,
    www: zone.data?.find(({ host }) => host === 'www') as ZoneRecord,
    apply: (change, domain = domainWithTwoRecords) =>
      rig.call('dns.apply', { accountId, domain, change }).catch((error) => error),
  }
}
