import { CircleAlert, CircleCheck, CirclePause, TriangleAlert } from '@lucide/vue'
import type { Component } from 'vue'
import type { Account } from '#shared/ipc/accounts.ts'

type Level = Account['health']['level']

export const accountHealthIcons: Record<Level, { icon: Component; colour: string }> = {
  good: { icon: CircleCheck, colour: 'var(--good)' },
  attention: { icon: TriangleAlert, colour: 'var(--warning)' },
  failing: { icon: CircleAlert, colour: 'var(--danger)' },
  paused: { icon: CirclePause, colour: 'var(--quiet)' },
}
