import type { DomainRow } from '#shared/ipc/inventory.ts'
import { getResourceKey } from '#shared/get-resource-key.ts'
import type { RenewBasketLine } from './renew-basket-line.ts'

/** Returns the lines with the auto-renew settings of newly read rows, and when these were read. */
export function putReadAutoRenewIntoLines(
  lines: readonly RenewBasketLine[],
  rows: readonly DomainRow[],
): RenewBasketLine[] {
  const read = new Map(rows.map((row) => [getResourceKey(row), row]))
  return lines.map(({ key, row }) => {
    const { autoRenew, detailReadAt } = read.get(key) ?? row
    return { key, row: { ...row, autoRenew: autoRenew ?? row.autoRenew, detailReadAt } }
  })
}
