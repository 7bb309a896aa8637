import { acceptedHeaderRanges } from '#shared/api/accepted-header-ranges.ts'

/** Limits for a world in which no call should wait: the highest values that the app accepts from a header. */
export const permissiveRateLimits = {
  per_minute: acceptedHeaderRanges.perMinute.max,
  per_day: acceptedHeaderRanges.perDay.max,
  concurrent: 10,
}
