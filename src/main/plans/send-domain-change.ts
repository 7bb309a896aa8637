import type { EndpointInput } from '#shared/api/endpoints.ts'
import { pickZoneRecordFields, type ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { AppError } from '#shared/app-error.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import { pickChangedRecordFieldValues } from '#main/dns/changed-fields-and-zone-after-record-change.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import { pickWhoisFieldsInOrder } from './plan-domain-setting-changes.ts'

export interface SentDomainChangeResult {
  /** The record in the answer to an addition or a change of a record. */
  record: ZoneRecord | null
  readAt: number
}

interface ChangedDomain {
  accountId: string
  domain: string
  signal: AbortSignal
  /** Called just before each attempt is sent. */
  onSending: () => void
  /** Called after each attempt, with its error; null for a success. */
  onAttemptEnded: (error: AppError | null) => void
}

/**
 * Sends one change and stores the answer to a change of a setting. The zone is stored by the caller. Throws the errors
 * of the call.
 */
export async function sendDomainChange(
  { api, inventory }: { api: Pick<ApiClient, 'call'>; inventory: InventoryStore },
  { accountId, domain, signal, onSending, onAttemptEnded }: ChangedDomain,
  change: DomainChange,
): Promise<SentDomainChangeResult> {
  const common = { accountId, priority: 'job', signal, onSending, onAttemptEnded } as const
  const target = { domain_name: domain }
  switch (change.kind) {
    case 'add': {
      const { data, readAt } = await api.call({
        ...common,
        endpoint: 'domain.addRecord',
        input: { ...target, ...change.after },
      })
      return { record: pickZoneRecordFields(data), readAt }
    }
    case 'change': {
      const input = { ...target, dns_id: change.before.id, ...pickChangedRecordFieldValues(change) }
      const { data, readAt } = await api.call({
        ...common,
        endpoint: 'domain.changeRecord',
        input: input as EndpointInput<'domain.changeRecord'>,
      })
      return { record: pickZoneRecordFields(data), readAt }
    }
    case 'delete': {
      const { readAt } = await api.call({
        ...common,
        endpoint: 'domain.deleteRecord',
        input: { ...target, dns_id: change.before.id },
      })
      return { record: null, readAt }
    }
    case 'nameservers': {
      const input = { ...target, nameservers: change.after }
      const { data, readAt } = await api.call({ ...common, endpoint: 'domain.setNameservers', input })
      inventory.saveDetail(accountId, 'domain', domain, 'nameservers', { nameservers: data.nameservers }, readAt)
      return { record: null, readAt }
    }
    case 'lock': {
      const input = { ...target, locked: change.after }
      const { data, readAt } = await api.call({ ...common, endpoint: 'domain.setLock', input })
      const before = inventory.domain(accountId, domain).lock.data
      // A lock that cannot be cleared again is announced by `warn_on_lock` and then shown by `unlock_blocked`.
      const isOneWay = data.locked && before?.warn_on_lock === true
      const lock = { ...before, locked: data.locked, ...(isOneWay && { warn_on_lock: false, unlock_blocked: true }) }
      inventory.saveDetail(accountId, 'domain', domain, 'lock', lock, readAt)
      return { record: null, readAt }
    }
    case 'whois': {
      const { readAt } = await api.call({
        ...common,
        endpoint: 'domain.setWhois',
        input: { ...target, ...change.after },
      })
      const { data: before, readAt: fieldsReadAt } = inventory.domain(accountId, domain).whois
      const fields = { ...pickWhoisFieldsInOrder(before?.fields), ...change.after.fields }
      const whois = { ...before, whois_privacy: change.after.whois_privacy ?? change.before.whois_privacy, fields }
      // The answer does not contain the fields that were not changed.
      inventory.saveDetail(accountId, 'domain', domain, 'whois', whois, fieldsReadAt ?? readAt, readAt)
      return { record: null, readAt }
    }
  }
}
