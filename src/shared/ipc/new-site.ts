import { z } from 'zod'
import { wireErrorSchema } from '#shared/app-error.ts'
import { idSchema } from './common-schemas.ts'
import { defineCommand } from './define-command.ts'
import { completeRecordInputSchema } from './dns.ts'

/**
 * The steps of a new site, in their order. `ssl` makes no call: the answer to `add_domain` contains the state of SSL.
 */
export const newSiteSteps = ['verification', 'add_domain', 'ssl', 'dns', 'wordpress'] as const
export type NewSiteStep = (typeof newSiteSteps)[number]

/**
 * `checking`: an answer was lost, and the server or the zone is read again. `partly_unknown`: the step is done, and
 * neither a response nor a reading shows all of its values. `answered`: the service returned the state of SSL
 * (`value`). `not_needed`: it was so before the step. `replan`: the zone is not as the plan expected. `unknown`: the
 * step may be done, and no reading showed it. `partly_done`: some changes of the zone were made before the job ended.
 * `not_done`: certainly not done, because the job ended before.
 */
export const newSiteStepStates = [
  'waiting',
  'running',
  'checking',
  'done',
  'partly_unknown',
  'answered',
  'not_needed',
  'replan',
  'failed',
  'unknown',
  'partly_done',
  'not_done',
] as const
export type NewSiteStepState = (typeof newSiteStepStates)[number]

const textSchema = z.string().trim().min(1).max(1000)

export const newWordpressSchema = z.object({ title: textSchema, adminUsername: textSchema, adminEmail: textSchema })

/** What the user chose, without the password. */
export const newSiteChoicesSchema = z.object({
  server: z.object({ accountId: idSchema, servername: z.string().min(1).max(255) }),
  ssl: z.boolean(),
  redirectHttps: z.boolean(),
  /** Null: no WordPress. */
  wordpress: newWordpressSchema.nullable(),
})
export type NewSiteChoices = z.infer<typeof newSiteChoicesSchema>

/** Hosts of the domain that can be pointed at the server. */
export const hostsThatMayPointAtServer = ['@', 'www'] as const

/** What a plan of the zone of a new site is made from. */
export const newSiteZonePlanInputSchema = z.object({
  serverAccountId: idSchema,
  servername: z.string(),
  hosts: z.array(z.enum(hostsThatMayPointAtServer)),
  /** The host of the TXT record with the token of the server; null: none. The API description names no host. */
  verificationHost: completeRecordInputSchema.shape.host.nullable(),
})

export const newSiteJobProgressSchema = newSiteChoicesSchema.extend({
  hosts: z.array(z.enum(hostsThatMayPointAtServer)),
  verificationHost: z.string().nullable(),
  steps: z.array(
    z.object({
      step: z.enum(newSiteSteps),
      state: z.enum(newSiteStepStates),
      /** What the service said of SSL; the address of the site for `wordpress`. */
      value: z.string().nullable(),
      error: wireErrorSchema.nullable(),
    }),
  ),
})
export type NewSiteJobProgress = z.infer<typeof newSiteJobProgressSchema>

export const newSiteCommands = {
  /**
   * Starts the job that creates the site of the plan's only domain. `planId`: a plan with a source of kind `new_site`.
   * `adminPassword`: kept encrypted until WordPress is installed; null without WordPress. `unfinishedJobId`: the job
   * that did not finish the site, which this one does; null if there was none. Errors:
   * not_found (the plan, the server), conflict (`details.reason`: run_already, typed_confirmation, has_problem),
   * invalid_input, keychain errors, disk_full.
   */
  start: defineCommand(
    newSiteChoicesSchema
      .omit({ server: true })
      .extend({
        planId: idSchema,
        typed: z.string().nullable(),
        adminPassword: z.string().min(1).max(1000).nullable(),
        unfinishedJobId: idSchema.nullable(),
      }),
    z.object({ jobId: idSchema }),
  ),
}

/** Returns the address at which WordPress is installed. */
export function buildWordpressUrl(domain: string, { ssl }: { ssl: boolean }): string {
  return `${ssl ? 'https' : 'http'}://${domain}/`
}
