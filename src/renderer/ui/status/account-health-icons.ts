import { CircleAlert, CircleCheck, CirclePause, Hourglass, TriangleAlert } from '@lucide/vue'
import type { Component } from 'vue'
import type { Account } from '#shared/ipc/accounts.ts'

type Level = Account['health']['level']

export const accountHealthIcons: Record<Level | 'waiting', { icon: Component; colour: string }> = {
  good: { icon: CircleCheck, colour: 'var(--good)' },
  attention: { icon: TriangleAlert, colour: 'var(--warning)' },
  failing: { icon: CircleAlert, colour: 'var(--danger)' },
  waiting: { icon: Hourglass, colour: 'var(--warning)' },
  paused: { icon: CirclePause, colour: 'var(--quiet)' },
}

/**
 * Returns the icons to show for an account; empty if it has no problem and does not wait. A paused account sends
 * nothing, so it does not wait.
 */
export function listShownHealthIconNames(level: Level, isWaiting: boolean): (Level | 'waiting')[] {
  return [...(isWaiting && level !== 'paused' ? (['waiting'] as const) : []), ...(level === 'good' ? [] : [level])]
}
