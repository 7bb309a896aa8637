import { ArrowRightLeft, CircleAlert, CircleCheck, CircleHelp, CirclePause, CircleSlash, CircleX, Clock, Globe, RotateCw, Send, Server, Undo2 } from '@lucide/vue'
import type { Component } from 'vue'
import type { IntentKind, IntentView } from '#shared/ipc/orders.ts'
import type { Tone } from '../../ui/status-looks.ts'

/** How an intent stands, as the person sees it: its state, told apart where something different is to be done. */
export const standings = ['needs_you', 'unsettled', 'held', 'planned', 'sent', 'done', 'refused', 'abandoned', 'not_happened'] as const
export type Standing = (typeof standings)[number]

export function standingOf({ state, needsYou, hold, sentAt }: Pick<IntentView, 'state' | 'needsYou' | 'hold' | 'sentAt'>): Standing {
  if (needsYou) return 'needs_you'
  if (state === 'planned' && hold !== null && hold.reason !== 'waiting') return 'held'
  if (state === 'abandoned' && sentAt !== null) return 'not_happened'
  return state
}

export const standingLooks: Record<Standing, { icon: Component; tone: Tone }> = {
  needs_you: { icon: CircleAlert, tone: 'danger' },
  unsettled: { icon: CircleHelp, tone: 'warning' },
  held: { icon: CirclePause, tone: 'warning' },
  planned: { icon: Clock, tone: 'quiet' },
  sent: { icon: Send, tone: 'accent' },
  done: { icon: CircleCheck, tone: 'good' },
  refused: { icon: CircleX, tone: 'danger' },
  abandoned: { icon: Undo2, tone: 'quiet' },
  not_happened: { icon: CircleSlash, tone: 'quiet' },
}

export const kindIcons: Record<IntentKind, Component> = { order: Server, acquire: Globe, transfer: ArrowRightLeft, renew: RotateCw }
