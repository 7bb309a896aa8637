import { minuteMs } from '#shared/durations.ts'

/** A view that opens reads data again whose last answer is older than this. */
export const automaticRefreshAgeMs = 10 * minuteMs
