import { AppError } from '#shared/app-error.ts'
import { serverStatusWithoutDetails } from '#shared/domain-and-server-detail-kinds.ts'

/**
 * Throws `server_setting_up` if the status of the stored list says that the server is in setup. The service answers
 * "not found" for such a server, as it does for a server that no longer exists.
 */
export function assertServerIsSetUp({ status }: { status: string }): void {
  if (status === serverStatusWithoutDetails)
    throw new AppError('server_setting_up', 'Nothing was sent, because the setup of the server is not complete')
}
