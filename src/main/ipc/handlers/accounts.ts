import type { Accounts } from '#main/accounts/accounts.ts'
import {
  queryFolderExpiryThresholds,
  saveFolderExpiryThresholds,
} from '#main/accounts/folder-expiry-threshold-store.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'
import type { Database } from '#main/store/database.ts'

export function createAccountsHandlers({
  accounts,
  api,
  database,
}: {
  accounts: Accounts
  api: Pick<ApiClient, 'quotaUsage'>
  database: Database
}): HandlersOf<'accounts'> {
  return {
    'accounts.list': () => accounts.list(),
    'accounts.tryKey': (input) => accounts.tryKey(input),
    'accounts.matchKeyOwners': ({ accountId, pendingKeyIds }) => accounts.matchKeyOwners(accountId, pendingKeyIds),
    'accounts.discardPendingKey': ({ pendingKeyId }) => {
      accounts.discardPendingKey(pendingKeyId)
      return null
    },
    'accounts.add': (input) => accounts.add(input),
    'accounts.update': (input) => accounts.update(input),
    'accounts.keepProxy': async (input) => ({ pendingProxyId: await accounts.keepProxy(input) }),
    'accounts.testProxy': async ({ accountId, pendingProxyId }) => ({
      testedAt: await accounts.testProxy(accountId, pendingProxyId),
    }),
    'accounts.setProxy': ({ accountId, pendingProxyId }) => accounts.setProxy(accountId, pendingProxyId),
    'accounts.removalPreview': ({ accountId }) => accounts.removalPreview(accountId),
    'accounts.openOrders': ({ accountId, keyId }) => ({ count: accounts.countOpenOrders(accountId, keyId) }),
    'accounts.remove': async ({ accountId }) => {
      await accounts.remove(accountId)
      return null
    },
    'accounts.addKey': (input) => accounts.addKey(input),
    'accounts.renameKey': (input) => accounts.renameKey(input),
    'accounts.replaceKey': (input) => accounts.replaceKey(input),
    'accounts.removeKey': ({ accountId, keyId }) => accounts.removeKey(accountId, keyId),
    'accounts.retestKey': ({ accountId, keyId }) => accounts.retestKey(accountId, keyId),
    'accounts.merge': ({ accountId, fromAccountId }) => accounts.merge(accountId, fromAccountId),
    'accounts.mergedInto': ({ accountId }) => ({ accountId: accounts.mergedInto(accountId) }),
    'accounts.overlaps': () => accounts.overlaps(),
    'accounts.quota': () => api.quotaUsage(),
    'accounts.folderExpiryThresholds': () => queryFolderExpiryThresholds(database),
    'accounts.saveFolderExpiryThresholds': ({ folder, days }) => {
      saveFolderExpiryThresholds(database, folder, days)
      accounts.emitChanged()
      return null
    },
  }
}
