import { minuteMs } from '#shared/durations.ts'

/** For this time after sending, the service may still execute a request whose answer does not show the outcome. */
export const maxServiceExecutionDelayMs = 5 * minuteMs
