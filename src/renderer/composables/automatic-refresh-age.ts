import { minuteMs } from '#shared/durations.ts'

/** When a view opens, it asks the service again for data without an answer in this time. */
export const automaticRefreshAgeMs = 10 * minuteMs
