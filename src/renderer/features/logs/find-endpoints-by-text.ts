import { endpointNames } from '#shared/api/endpoints.ts'
import type { ExecutionLogListFilter } from '#shared/ipc/api-logs.ts'
import { paidEndpointByOrderKind } from '#shared/paid-endpoint-by-order-kind.ts'
import { describeDryRun, describeEndpoint } from './describe-endpoint.ts'

type Translate = (key: string) => string

/** Returns the endpoints whose description contains the text, in any case of letters: of calls, and of dry runs. */
export function findEndpointsByText(
  text: string,
  t: Translate,
): Pick<ExecutionLogListFilter, 'textEndpoints' | 'textDryRunEndpoints'> {
  const wanted = text.toLowerCase()
  return {
    textEndpoints: endpointNames.filter((name) => describeEndpoint(name, t).toLowerCase().includes(wanted)),
    textDryRunEndpoints: Object.values(paidEndpointByOrderKind).filter((name) =>
      describeDryRun(name, t).toLowerCase().includes(wanted),
    ),
  }
}
