import type { HandlersOf } from '#main/ipc/handler-types.ts'
import {
  estimateDomainReading,
  startDomainReading,
  type DomainReadingDeps,
} from '#main/reading-jobs/estimate-and-start-domain-reading.ts'

export function createDomainReadingHandlers(deps: DomainReadingDeps): HandlersOf<'domainReading'> {
  return {
    'domainReading.estimate': (input) => estimateDomainReading(deps, input),
    'domainReading.start': (input) => startDomainReading(deps, input),
  }
}
