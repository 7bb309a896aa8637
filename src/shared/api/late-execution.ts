import { minuteMs } from '#shared/durations.ts'

/** A request whose answer does not show the outcome may still be executed for this time after it was sent. */
export const maxLateExecutionMs = 5 * minuteMs
