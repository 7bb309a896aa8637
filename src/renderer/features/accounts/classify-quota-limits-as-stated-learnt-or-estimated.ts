import { rateLimitNames, rateLimits, type RateLimitName } from '#shared/api/service-limits.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'

/** Returns where the limits come from. `estimates`: limits that neither the API description nor a response states. */
export function classifyQuotaLimitsAsStatedLearntOrEstimated({
  limitClass,
  learnt,
}: Pick<QuotaUsage, 'limitClass' | 'learnt'>): {
  kind: 'stated' | 'statedAndLearnt' | 'learnt' | 'learntSome' | 'estimated'
  estimates: RateLimitName[]
} {
  if (rateLimits[limitClass].isDocumented)
    return { kind: learnt.length > 0 ? 'statedAndLearnt' : 'stated', estimates: [] }
  const estimates = rateLimitNames.filter((name) => !learnt.includes(name))
  if (learnt.length === 0) return { kind: 'estimated', estimates }
  return { kind: estimates.length > 0 ? 'learntSome' : 'learnt', estimates }
}
