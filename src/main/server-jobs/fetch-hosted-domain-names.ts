import { AppError } from '#shared/app-error.ts'
import type { JobItemContext } from '#main/jobs/job-kind-interface.ts'
import { serverReadCalls } from '#main/servers/server-read-endpoints-and-answer-parsers.ts'

/** Fetches the names of the domains of a server. Throws `unknown_shape` if the list cannot be found in the answer. */
export async function fetchHostedDomainNames(
  { api, signal }: Pick<JobItemContext, 'api' | 'signal'>,
  accountId: string,
  servername: string,
): Promise<string[]> {
  const input = { accountId, servername }
  const { data } = await api.call({
    accountId,
    endpoint: 'hosting.domains',
    input: { servername },
    priority: 'job',
    signal,
  })
  const rows = serverReadCalls.domains.toData(data as never, input)
  const names = rows?.map(({ name }) => name) ?? [null]
  if (!names.every((name) => name !== null))
    throw new AppError('unknown_shape', 'The domains of the server cannot be found in the answer')
  return names as string[]
}
