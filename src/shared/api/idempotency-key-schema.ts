import { z } from 'zod'
import { requestFieldRules } from './service-limits.ts'

/**
 * The request header that carries an idempotency key (API description, sections "Endpoints" and "Idempotency rules").
 */
export const idempotencyHeader = 'Idempotency-Key'

const { min, max, pattern } = requestFieldRules.idempotencyKey

/** Sent as a header of paid calls, not in the body; no input schema has the field. */
export const idempotencyKeySchema = z
  .string()
  .min(min)
  .max(max)
  .regex(pattern, 'letters, digits, hyphen and underscore only')
