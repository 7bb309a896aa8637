import { z } from 'zod'
import { epochMsSchema, idSchema, accountIdsSchema } from './common-schemas.ts'
import { defineCommand } from './define-command.ts'
import { serverSchema } from './inventory.ts'
import { serverTargetFields } from './single-server-change-commands.ts'
import { serverJobKinds } from './server-job-kinds.ts'

/** Maximum number of servers in one job. */
export const maxServersPerJob = 1_000
/** Lines of each error log that a job reads. */
export const linesPerErrorLog = 200

const errorLogSchema = z.object({
  ...serverTargetFields,
  /** Punycode. */
  domain: z.string(),
  /** Oldest first; null when the answer has a form that Banto does not know. */
  lines: z.array(z.string()).nullable(),
  readAt: epochMsSchema,
})
export type ServerErrorLogOfJob = z.infer<typeof errorLogSchema>

/**
 * What a saved file says of a log without lines, and of one whose lines are null. `readAt`: the time of a reading, with
 * `{time}`.
 */
const errorLogLabelsSchema = z.object({ empty: z.string(), unknownShape: z.string(), readAt: z.string() })
export type ServerErrorLogLabels = z.infer<typeof errorLogLabelsSchema>

export const serverJobCommands = {
  /** Every stored server of the accounts with its information and usage, by name. Gone servers are left out. */
  servers: defineCommand(z.object({ accountIds: accountIdsSchema }), z.array(serverSchema)),
  /**
   * The calls of a job of each kind for these servers, and the minutes that they take at the current rate. The number
   * of domains of a server is not known in advance. Each server counts with `assumedDomains` domains.
   * `minutes` null: an account needs more calls than its daily limit still allows for such a job.
   */
  estimate: defineCommand(
    z.object({ servers: z.array(z.object(serverTargetFields)).max(maxServersPerJob) }),
    z.object({
      assumedDomains: z.number().int(),
      byKind: z.record(z.enum(serverJobKinds), z.object({ calls: z.number().int(), minutes: z.number().nullable() })),
    }),
  ),
  /** Errors: not_found (a server), disk_full. */
  start: defineCommand(
    z.object({
      kind: z.enum(serverJobKinds),
      servers: z.array(z.object(serverTargetFields)).min(1).max(maxServersPerJob),
    }),
    z.object({ jobId: idSchema }),
  ),
  /**
   * What a job of kind `read_error_logs` has read since Banto started, in the order of its servers.
   * `serversWithoutLogs`: servers whose logs were read, and are not kept any more. Errors: not_found.
   */
  errorLogs: defineCommand(
    z.object({ jobId: idSchema }),
    z.object({ logs: z.array(errorLogSchema), serversWithoutLogs: z.number().int() }),
  ),
  /**
   * Saves these logs as a text where the user chooses. `labels`: texts of the window. `path` null: the user closed the
   * dialog. Errors: not_found (none is kept), disk_full.
   */
  saveErrorLogs: defineCommand(
    z.object({ jobId: idSchema, labels: errorLogLabelsSchema }),
    z.object({ path: z.string().nullable() }),
  ),
}
