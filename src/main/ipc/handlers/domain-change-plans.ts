import type { DomainChangePlanService } from '#main/plans/domain-change-plan-service.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

interface PlansHandlersDeps {
  plans: DomainChangePlanService
  saveDomainChangeCsvExample: (labels: Record<string, string>) => Promise<string | null>
}

export function createDomainChangePlansHandlers({
  plans,
  saveDomainChangeCsvExample,
}: PlansHandlersDeps): HandlersOf<'plans'> {
  return {
    'plans.create': (input) => plans.create(input),
    'plans.get': (input) => plans.get(input),
    'plans.domains': (input) => plans.getDomainPage(input),
    'plans.run': (input) => plans.run(input),
    'plans.discard': ({ planId }) => {
      plans.discard(planId)
      return null
    },
    'plans.saveDomainChangeCsvExample': async ({ labels }) => ({ path: await saveDomainChangeCsvExample(labels) }),
  }
}
