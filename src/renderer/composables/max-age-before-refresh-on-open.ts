import { minuteMs } from '#shared/durations.ts'

/** When a view opens, it fetches data again if the last answer is older than this. */
export const maxAgeBeforeRefreshOnOpenMs = 10 * minuteMs
