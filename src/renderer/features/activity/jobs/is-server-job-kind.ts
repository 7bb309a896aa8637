import { serverJobKinds, type ServerJobKind } from '#shared/ipc/server-job-kinds.ts'

/**
 * Returns true if the items of a job are servers instead of domains. `kind`: the kind of the job, or of the source of
 * its subject.
 */
export function isServerJobKind(kind: string): kind is ServerJobKind {
  return (serverJobKinds as readonly string[]).includes(kind)
}
