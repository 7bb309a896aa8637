import { z } from 'zod'
import { rateLimits } from '#shared/api/service-limits.ts'
import { wireErrorSchema } from '#shared/app-error.ts'
import { idSchema, epochMsSchema } from './common-schemas.ts'
import { nameAvailabilitySchema } from './quote-and-offer-schemas.ts'

/** Maximum number of names in one search: the calls of two days. */
export const maxNamesPerSearch = 2 * rateLimits.domain.perDay
/**
 * The user waits for the results of at most this many names, so the calls have interactive priority. The calls for more
 * names have the priority of a job.
 */
export const maxInteractiveNames = 20
/** Maximum length of one typed text, in characters. A domain name is shorter. */
export const maxTypedNameLength = 400

export const nameSearchResultSchema = z.object({
  typed: z.string(),
  /** The name in Punycode; null when `typed` is not a valid name. */
  name: z.string().nullable(),
  availability: nameAvailabilitySchema.nullable(),
  readAt: epochMsSchema.nullable(),
  error: wireErrorSchema.nullable(),
})
export type NameSearchResult = z.infer<typeof nameSearchResultSchema>

export const nameSearchProgressSchema = z.object({
  searchId: idSchema,
  /** The results since the previous event. */
  found: z.array(nameSearchResultSchema),
  done: z.number().int(),
  total: z.number().int(),
  isOver: z.boolean(),
  minutesLeft: z.number().nullable(),
})
export type NameSearchProgress = z.infer<typeof nameSearchProgressSchema>
