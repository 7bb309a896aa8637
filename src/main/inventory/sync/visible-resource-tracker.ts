import type { DetailRef } from '#shared/domain-and-server-detail-kinds.ts'
import type { ResourceRef } from '#shared/ipc/sync.ts'

/** Knows the domains and servers that the window shows now. Syncs read their details first. */
export interface VisibleResourceTracker {
  /** Replaces what the window showed before. */
  show(resources: readonly ResourceRef[]): void
  isVisible(accountId: string, detail: DetailRef): boolean
  /** Grows with each call of `show`. */
  version(): number
}

export function createVisibleResourceTracker(): VisibleResourceTracker {
  let shown: ReadonlySet<string> = new Set()
  let version = 0
  const keyOf = (accountId: string, kind: string, name: string) => `${accountId} ${kind} ${name}`
  return {
    show(resources) {
      shown = new Set(resources.map(({ accountId, kind, name }) => keyOf(accountId, kind, name)))
      version += 1
    },
    isVisible: (accountId, { resourceKind, name }) => shown.size > 0 && shown.has(keyOf(accountId, resourceKind, name)),
    version: () => version,
  }
}
