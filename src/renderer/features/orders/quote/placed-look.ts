import { CircleCheck, CircleHelp, CircleX, Clock, Hand, LoaderCircle, Undo2 } from '@lucide/vue'
import type { Component } from 'vue'
import type { PlacedIntent } from './usePlaced.ts'

/** Where a decision stands: the key of its texts under `shop.placed`. */
export type Standing = 'waiting' | 'held' | 'sent' | 'done' | 'refused' | 'unsettled' | 'needsYou' | 'abandoned'

export function standingOf({ state, hold, needsYou }: PlacedIntent): Standing {
  if (state === 'planned') return hold === null || hold.reason === 'waiting' ? 'waiting' : 'held'
  return state === 'unsettled' && needsYou ? 'needsYou' : state
}

export const placedLooks: Record<Standing, { icon: Component; tone: 'good' | 'warning' | 'danger' | 'quiet' | 'accent' }> = {
  waiting: { icon: Clock, tone: 'quiet' },
  held: { icon: Hand, tone: 'warning' },
  sent: { icon: LoaderCircle, tone: 'accent' },
  done: { icon: CircleCheck, tone: 'good' },
  refused: { icon: CircleX, tone: 'danger' },
  unsettled: { icon: CircleHelp, tone: 'warning' },
  needsYou: { icon: CircleHelp, tone: 'warning' },
  abandoned: { icon: Undo2, tone: 'quiet' },
}
