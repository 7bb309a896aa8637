import { appendFileSync } from 'node:fs'

const file = process.env['BANTO_HOST_TRACE']

/** Writes one line per message before the message is passed on, so that the trace is complete even after SIGKILL. */
export function traceMessage(message: {
  direction: 'to-main' | 'to-renderer'
  kind: 'invoke' | 'send' | 'reply'
  channel: string
  window: number
  url?: string | undefined
  /** The encoded message: JSON with tags for values that JSON does not support. */
  data: string
  error?: string | undefined
}): void {
  if (file) appendFileSync(file, `${JSON.stringify({ ...message, data: JSON.parse(message.data) })}\n`)
}
