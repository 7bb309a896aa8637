import { z } from 'zod'
import { idSchema } from './common-schemas.ts'

/** How many gone domains or servers will be forgotten, and how much stored data is deleted with them. */
export const forgetGoneResourcesPreviewSchema = z.object({
  /** Identifies the previewed rows; only these are forgotten. */
  forgetId: z.number().int(),
  rows: z.number().int(),
  /** The accounts of the rows. */
  accountIds: z.array(idSchema),
  /** DNS records. 0 for servers. */
  records: z.number().int(),
  /**
   * Details that were read, without zones: for domains contract, name servers, Whois and lock; for servers information
   * and usage.
   */
  details: z.number().int(),
  /** Days of the usage of servers. 0 for domains. */
  usageReadings: z.number().int(),
  /** Domains or servers with tags, a customer or a note. */
  annotations: z.number().int(),
  /** Drafts of zones that were not sent. 0 for servers. */
  zoneDrafts: z.number().int(),
})
export type ForgetGoneResourcesPreview = z.infer<typeof forgetGoneResourcesPreviewSchema>

export const forgetGoneResourcesResultSchema = z.object({
  forgotten: z.number().int(),
  /** Previewed rows that were listed again in the meantime. Nothing of them was deleted. */
  listedAgain: z.number().int(),
})
export type ForgetGoneResourcesResult = z.infer<typeof forgetGoneResourcesResultSchema>
