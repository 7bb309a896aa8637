import { ArrowRightLeft, CircleAlert, CircleCheck, CircleHelp, CirclePause, CircleSlash, CircleX, Clock, Globe, RotateCw, Send, Server, Undo2 } from '@lucide/vue'
import type { Component } from 'vue'
import type { IntentKind, IntentView } from '#shared/ipc/orders.ts'
import type { Tone } from '../../ui/status-looks.ts'

/** How an intent stands, as the person sees it: its state, told apart where something different is to be done. */
export const standings = ['needs_you', 'unsettled', 'held', 'planned', 'sent', 'accepted', 'done', 'refused', 'abandoned', 'not_happened'] as const
export type Standing = (typeof standings)[number]

type Known = Pick<IntentView, 'state' | 'needsYou' | 'hold' | 'sentAt' | 'item'> & Partial<Pick<IntentView, 'steps'>>

export function standingOf({ state, needsYou, hold, sentAt, item, steps = [] }: Known): Standing {
  if (needsYou) return 'needs_you'
  if (state === 'planned' && hold !== null && hold.reason !== 'waiting') return 'held'
  if (state === 'abandoned' && sentAt !== null) return 'not_happened'
  if (state === 'done' && isUnfinished(item, steps)) return 'accepted'
  return state
}

/** The order was accepted and paid, and the procedure went on then (section "Domain status"). A list has no steps: it knows this of transfers. */
function isUnfinished({ kind }: IntentView['item'], steps: IntentView['steps']): boolean {
  return kind === 'transfer' || (kind === 'acquire' && steps.findLast(({ fact }) => fact['becomes'] !== undefined)?.fact['becomes'] === 'pending_create')
}

export const standingLooks: Record<Standing, { icon: Component; tone: Tone }> = {
  needs_you: { icon: CircleAlert, tone: 'danger' },
  unsettled: { icon: CircleHelp, tone: 'warning' },
  held: { icon: CirclePause, tone: 'warning' },
  planned: { icon: Clock, tone: 'quiet' },
  sent: { icon: Send, tone: 'accent' },
  accepted: { icon: CircleCheck, tone: 'good' },
  done: { icon: CircleCheck, tone: 'good' },
  refused: { icon: CircleX, tone: 'danger' },
  abandoned: { icon: Undo2, tone: 'quiet' },
  not_happened: { icon: CircleSlash, tone: 'quiet' },
}

export const kindIcons: Record<IntentKind, Component> = { order: Server, acquire: Globe, transfer: ArrowRightLeft, renew: RotateCw }
