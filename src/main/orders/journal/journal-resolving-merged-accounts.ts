import type { MergedAccountIds } from '#main/store/merged-account-store.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import type { Journal } from './journal-interface.ts'

/**
 * Creates a journal that shows the orders of a merged account in the account into which it was merged. Stored orders
 * keep the account of their confirmation, because a confirmed decision never changes: only `add`, `change` and
 * `changeAndAddSuccessor` receive the order as stored.
 */
export function createJournalResolvingMergedAccounts(
  journal: Journal,
  mergedAccountIds: () => MergedAccountIds,
): Journal {
  const toFilter = <Filter extends { accountIds?: readonly string[] | null }>(filter: Filter, ids: MergedAccountIds) =>
    filter.accountIds ? { ...filter, accountIds: filter.accountIds.flatMap(ids.withFormerIds) } : filter

  function resolve(intent: StoredIntent, ids = mergedAccountIds()): StoredIntent {
    const accountId = ids.currentId(intent.item.accountId)
    return accountId === intent.item.accountId ? intent : { ...intent, item: { ...intent.item, accountId } }
  }

  function resolveAll(intents: readonly StoredIntent[]): StoredIntent[] {
    const ids = mergedAccountIds()
    return intents.map((intent) => resolve(intent, ids))
  }

  return {
    ...journal,
    add: async (intents, closing) => resolveAll(await journal.add(intents, closing)),
    change: async (id, change) => resolve(await journal.change(id, change)),
    async changeAndAddSuccessor(id, make) {
      const [changed, successor] = await journal.changeAndAddSuccessor(id, make)
      return [resolve(changed), resolve(successor)]
    },
    get(id) {
      const intent = journal.get(id)
      return intent && resolve(intent)
    },
    listOpen: () => resolveAll(journal.listOpen()),
    findOpenFor(baseUrl, target) {
      const intent = journal.findOpenFor(baseUrl, target)
      return intent && resolve(intent)
    },
    forEachChunkOfRun: (runId, receive) => journal.forEachChunkOfRun(runId, (intents) => receive(resolveAll(intents))),
    *iterateInChunks(filter) {
      for (const intents of journal.iterateInChunks(toFilter(filter, mergedAccountIds()))) yield resolveAll(intents)
    },
    page(filter, { accountLabels = new Map(), ...page }) {
      const ids = mergedAccountIds()
      const labels = [...accountLabels].flatMap(([current, label]) =>
        ids.withFormerIds(current).map((id) => [id, label] as const),
      )
      const { rows, ...rest } = journal.page(toFilter(filter, ids), { ...page, accountLabels: new Map(labels) })
      return { rows: resolveAll(rows), ...rest }
    },
    countByStatus: (filter) => journal.countByStatus(toFilter(filter, mergedAccountIds())),
  }
}
