import { formatShortWaitEnd, formatWaitEnd } from '#renderer/ui/time/format-wait-end.ts'

/** Why calls of an account wait, and until when in epoch milliseconds; null: no end is known. */
export interface CallWaitOrIpBlock {
  cause: 'limit' | 'demanded' | 'hold' | 'block'
  until: number | null
}

type Translate = (key: string, values: Record<string, string>) => string

/**
 * Returns a few words for a label, and a sentence for its tooltip. Both name the same end of the wait in Japan time.
 */
export function describeWhyAndUntilWhenCallsWait(
  { cause, until }: CallWaitOrIpBlock,
  now: number,
  t: Translate,
): { word: string; title: string } {
  const key = until === null ? 'openBlock' : cause
  return {
    word: t(`shell.healthWaiting.${key}`, { time: until === null ? '' : formatShortWaitEnd(until, now) }),
    title: t(`shell.healthWaitingTitle.${key}`, { time: until === null ? '' : formatWaitEnd(until) }),
  }
}
