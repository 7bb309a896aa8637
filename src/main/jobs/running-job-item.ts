import type { EndpointName } from '#shared/api/endpoints.ts'
import type { ApiRequest } from '#main/api/api-client-interface.ts'

/** An item that is being worked on. */
export interface RunningJobItem {
  jobId: string
  position: number
  accountId: string
  /** Whether the kind of job only reads. */
  isReading: boolean
  abort: AbortController
  /** The call that was begun and has not ended; null between two calls. */
  call: Pick<ApiRequest<EndpointName>, 'accountId' | 'endpoint' | 'input'> | null
}
