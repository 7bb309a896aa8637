import { appendFileSync } from 'node:fs'

const file = process.env['BANTO_HOST_TRACE']

/** One line per message between main and renderer, written before it goes on, so that a killed run is complete too. */
export function traceMessage(message: {
  direction: 'to-main' | 'to-renderer'
  kind: 'invoke' | 'send' | 'reply'
  channel: string
  window: number
  url?: string | undefined
  /** As sent: JSON with tags for what JSON cannot hold. */
  data: string
  error?: string | undefined
}): void {
  if (file) appendFileSync(file, `${JSON.stringify({ ...message, data: JSON.parse(message.data) })}\n`)
}
