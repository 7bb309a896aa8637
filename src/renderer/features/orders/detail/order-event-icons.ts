import {
  BookOpenCheck,
  CircleCheck,
  CircleHelp,
  CirclePause,
  CirclePlay,
  CircleX,
  Copy,
  Eye,
  Hourglass,
  PencilLine,
  PowerOff,
  Send,
  TriangleAlert,
  Undo2,
  Unplug,
  UserCheck,
} from '@lucide/vue'
import type { OrderIntentEvent } from '#shared/ipc/order-intent-schemas.ts'
import type { StatusIcon } from '#renderer/ui/status/domain-server-key-status-icons.ts'

const icons: Record<OrderIntentEvent, StatusIcon> = {
  planned: { icon: PencilLine, tone: 'quiet' },
  sent: { icon: Send, tone: 'accent' },
  not_sent: { icon: Unplug, tone: 'quiet' },
  answered: { icon: CircleCheck, tone: 'good' },
  refused: { icon: CircleX, tone: 'danger' },
  rate_refused: { icon: Hourglass, tone: 'quiet' },
  lost: { icon: CircleHelp, tone: 'warning' },
  running: { icon: Hourglass, tone: 'accent' },
  server_error: { icon: TriangleAlert, tone: 'warning' },
  unclear: { icon: CircleHelp, tone: 'warning' },
  interrupted: { icon: PowerOff, tone: 'warning' },
  read: { icon: Eye, tone: 'quiet' },
  settled_by_reading: { icon: BookOpenCheck, tone: 'good' },
  settled_by_person: { icon: UserCheck, tone: 'quiet' },
  held: { icon: CirclePause, tone: 'warning' },
  released: { icon: CirclePlay, tone: 'quiet' },
  abandoned: { icon: Undo2, tone: 'quiet' },
  stopped: { icon: CirclePause, tone: 'quiet' },
  status_read: { icon: Eye, tone: 'quiet' },
  repeated: { icon: Copy, tone: 'quiet' },
}

export function getOrderEventIcon(event: OrderIntentEvent): StatusIcon {
  return icons[event]
}
