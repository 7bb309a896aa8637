import type { SelectOption } from 'naive-ui'
import type { AttributeFilters } from '#shared/ipc/inventory.ts'

type ServerOfFilter = NonNullable<AttributeFilters['server']>

export function getServerOptionValue({ accountId, name }: ServerOfFilter): string {
  return JSON.stringify({ accountId, name })
}

/**
 * The options of the filter by server. The chosen server is always one of them, because a chosen server may not be
 * among the loaded ones. `accountLabelOf`: the displayed label of an account.
 */
export function listServerFilterOptions(
  loaded: readonly ServerOfFilter[],
  chosen: ServerOfFilter | null,
  accountLabelOf: (accountId: string) => string,
): SelectOption[] {
  const byValue = new Map(
    [...loaded, ...(chosen ? [chosen] : [])].map((server) => [getServerOptionValue(server), server]),
  )
  return [...byValue].map(([value, { accountId, name }]) => ({
    value,
    label: `${name} · ${accountLabelOf(accountId)}`,
  }))
}
