import { acceptedResponseHeaderRanges } from '#shared/api/accepted-response-header-ranges.ts'

/** Limits for a world in which no call should wait: the highest values that the app accepts from a header. */
export const permissiveRateLimits = {
  per_minute: acceptedResponseHeaderRanges.perMinute.max,
  per_day: acceptedResponseHeaderRanges.perDay.max,
  concurrent: 10,
}
