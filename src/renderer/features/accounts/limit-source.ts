import { limitNames, limits, type LimitName } from '#shared/api/limits.ts'
import type { Gauge } from '#shared/ipc/accounts.ts'

/** Where the limits of a gauge come from; `estimates`: those that neither the service's documentation nor an answer states. */
export function limitSource({ limitClass, learnt }: Pick<Gauge, 'limitClass' | 'learnt'>): { kind: 'stated' | 'statedAndLearnt' | 'learnt' | 'learntSome' | 'careful'; estimates: LimitName[] } {
  if (limits[limitClass].isStated) return { kind: learnt.length > 0 ? 'statedAndLearnt' : 'stated', estimates: [] }
  const estimates = limitNames.filter((name) => !learnt.includes(name))
  if (learnt.length === 0) return { kind: 'careful', estimates }
  return { kind: estimates.length > 0 ? 'learntSome' : 'learnt', estimates }
}
