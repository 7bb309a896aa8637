import { believed } from '#shared/api/limits.ts'

/** Limits for a world in which no call should wait: the highest that the app believes of a header. */
export const roomyLimits = { per_minute: believed.perMinute.max, per_day: believed.perDay.max, concurrent: 10 }
