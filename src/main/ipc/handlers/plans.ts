import type { Plans } from '#main/plans/plans.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

export function createPlansHandlers({ plans }: { plans: Plans }): HandlersOf<'plans'> {
  return {
    'plans.create': (input) => plans.create(input),
    'plans.get': ({ planId }) => plans.get(planId),
    'plans.domains': (input) => plans.domains(input),
    'plans.run': (input) => plans.run(input),
    'plans.discard': ({ planId }) => {
      plans.discard(planId)
      return null
    },
  }
}
