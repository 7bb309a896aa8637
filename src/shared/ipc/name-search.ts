import { z } from 'zod'
import { rateLimits } from '#shared/api/limits.ts'
import { wireErrorSchema } from '#shared/app-error.ts'
import { id, instant } from './common-schemas.ts'
import { nameAvailabilitySchema } from './quotes.ts'

/** Names that one search looks up: two days of the quota. */
export const maxSearchNames = 2 * rateLimits.domain.perDay
/** Characters of one typed text; a name is shorter. */
export const maxTypedNameLength = 400

export const nameSearchResultSchema = z.object({
  /** As typed, and in Punycode; null where it cannot be written so. */
  typed: z.string(),
  name: z.string().nullable(),
  availability: nameAvailabilitySchema.nullable(),
  readAt: instant.nullable(),
  error: wireErrorSchema.nullable(),
})
export type NameSearchResult = z.infer<typeof nameSearchResultSchema>

export const nameSearchProgressSchema = z.object({
  searchId: id,
  /** New since the event before. */
  found: z.array(nameSearchResultSchema),
  done: z.number().int(),
  total: z.number().int(),
  isOver: z.boolean(),
  minutesLeft: z.number().nullable(),
})
export type NameSearchProgress = z.infer<typeof nameSearchProgressSchema>
