import { z } from 'zod'
import { newSiteChoicesSchema, hostsThatMayPointAtServer } from '#shared/ipc/new-site.ts'
import { domainChangesInputSchema, domainChangesProgressSchema } from '#main/plans/domain-changes-job-schemas.ts'
import { serverChangeStepProgressSchema } from './run-server-change-step.ts'

/** A new site as the user confirmed it. The password of WordPress is not here: it is the secret of the item. */
export const newSiteInputSchema = newSiteChoicesSchema.extend({
  hosts: z.array(z.enum(hostsThatMayPointAtServer)),
  verificationHost: z.string().nullable(),
  /** The TXT record that is written before the domain is added; null: none, or the zone has it. */
  verification: domainChangesInputSchema.nullable(),
  /**
   * The changes of the zone that point the domain at the server. Null: no records are written. An input without
   * changes: the zone already has the records.
   */
  dns: domainChangesInputSchema.nullable(),
})
export type NewSiteInput = z.infer<typeof newSiteInputSchema>

/** The progress of each step; null: not begun. */
export const newSiteProgressSchema = z.object({
  verification: domainChangesProgressSchema.nullable(),
  addDomain: serverChangeStepProgressSchema.nullable(),
  dns: domainChangesProgressSchema.nullable(),
  wordpress: serverChangeStepProgressSchema.nullable(),
})
export type NewSiteProgress = z.infer<typeof newSiteProgressSchema>

export const initialNewSiteProgress: NewSiteProgress = {
  verification: null,
  addDomain: null,
  dns: null,
  wordpress: null,
}
