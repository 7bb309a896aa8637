import type { DomainRow } from '#shared/ipc/inventory.ts'
import { getResourceKey } from '#shared/get-resource-key.ts'
import type { RenewBasketLine } from './renew-basket-line.ts'

/** Returns the lines with the auto-renew settings of newly read rows. */
export function putReadAutoRenewIntoLines(
  lines: readonly RenewBasketLine[],
  rows: readonly DomainRow[],
): RenewBasketLine[] {
  const read = new Map(rows.map((row) => [getResourceKey(row), row.autoRenew]))
  return lines.map(({ key, row }) => ({ key, row: { ...row, autoRenew: read.get(key) ?? row.autoRenew } }))
}
