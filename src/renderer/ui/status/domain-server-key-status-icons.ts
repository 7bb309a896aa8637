import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CircleX,
  Hourglass,
  KeyRound,
  ShieldAlert,
  TriangleAlert,
} from '@lucide/vue'
import type { Component } from 'vue'
import { goneStatus } from '#shared/ipc/inventory.ts'

export type StatusTone = 'good' | 'warning' | 'danger' | 'quiet' | 'accent'
export type ResourceKindWithStatus = 'domain' | 'server' | 'key'

export interface StatusIcon {
  icon: Component
  tone: StatusTone
}

const gone: StatusIcon = { icon: CircleSlash, tone: 'quiet' }

const icons: Record<ResourceKindWithStatus, Record<string, StatusIcon>> = {
  domain: {
    active: { icon: CircleCheck, tone: 'good' },
    expired: { icon: CircleX, tone: 'danger' },
    transferring: { icon: Hourglass, tone: 'accent' },
    transfer_action_required: { icon: TriangleAlert, tone: 'danger' },
    pending_create: { icon: Hourglass, tone: 'accent' },
    [goneStatus]: gone,
  },
  server: {
    active: { icon: CircleCheck, tone: 'good' },
    setup_pending: { icon: Hourglass, tone: 'accent' },
    suspended: { icon: Ban, tone: 'danger' },
    [goneStatus]: gone,
  },
  key: {
    working: { icon: CircleCheck, tone: 'good' },
    untested: { icon: CircleDashed, tone: 'quiet' },
    quarantined: { icon: ShieldAlert, tone: 'danger' },
    expired: { icon: CircleX, tone: 'danger' },
    forbidden: { icon: Ban, tone: 'danger' },
    missing: { icon: KeyRound, tone: 'danger' },
  },
}

/** Icon and tone of a status; null for a status that the app does not know. */
export function getStatusIcon(kind: ResourceKindWithStatus, status: string): StatusIcon | null {
  const known = icons[kind]
  return Object.hasOwn(known, status) ? (known[status] ?? null) : null
}

export const unknownStatusIcon: StatusIcon = { icon: CircleAlert, tone: 'quiet' }
