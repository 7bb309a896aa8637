import { onScopeDispose } from 'vue'
import { maxReportedVisibleRows, type ResourceRef } from '#shared/ipc/sync.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

/**
 * Returns a function to call with the domains or servers that the view shows. A sync reads these first. When the view
 * closes, nothing is visible until the next view reports its rows.
 */
export function useReportVisibleRows(
  kind: ResourceRef['kind'],
): (rows: readonly { accountId: string; name: string }[]) => void {
  let isOpen = true
  function report(rows: readonly { accountId: string; name: string }[]): void {
    const resources = rows.slice(0, maxReportedVisibleRows).map(({ accountId, name }) => ({ accountId, kind, name }))
    // Only the order of a sync depends on this report, so a failure is not shown.
    mainCommands.sync.reportVisible({ resources }).catch(() => undefined)
  }
  onScopeDispose(() => {
    isOpen = false
    report([])
  })
  return (rows) => {
    if (isOpen) report(rows)
  }
}
