import {
  ArrowRightLeft,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CirclePause,
  CircleSlash,
  CircleX,
  Clock,
  Globe,
  Hourglass,
  RotateCw,
  Send,
  Server,
  TriangleAlert,
  Undo2,
} from '@lucide/vue'
import type { Component } from 'vue'
import type { OrderIntentKind } from '#shared/order-intent-kinds.ts'
import type { ShownOrderStatus } from '#shared/ipc/order-intent-schemas.ts'
import type { StatusTone } from '#renderer/ui/status/domain-server-key-status-icons.ts'

export const orderStatusIcons: Record<ShownOrderStatus, { icon: Component; tone: StatusTone }> = {
  needs_you: { icon: CircleAlert, tone: 'danger' },
  unsettled: { icon: CircleHelp, tone: 'warning' },
  held: { icon: CirclePause, tone: 'warning' },
  planned: { icon: Clock, tone: 'quiet' },
  sent: { icon: Send, tone: 'accent' },
  accepted: { icon: Hourglass, tone: 'accent' },
  needs_application: { icon: TriangleAlert, tone: 'danger' },
  done: { icon: CircleCheck, tone: 'good' },
  refused: { icon: CircleX, tone: 'danger' },
  abandoned: { icon: Undo2, tone: 'quiet' },
  not_happened: { icon: CircleSlash, tone: 'quiet' },
  already_ordered: { icon: CircleSlash, tone: 'quiet' },
}

export const orderKindIcons: Record<OrderIntentKind, Component> = {
  order: Server,
  acquire: Globe,
  transfer: ArrowRightLeft,
  renew: RotateCw,
}
