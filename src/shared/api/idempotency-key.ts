import { z } from 'zod'
import { fieldRules } from './limits.ts'

/** The request header that carries an idempotency key (sections "Endpoints" and "Idempotency rules"). */
export const idempotencyHeader = 'Idempotency-Key'

const { min, max, pattern } = fieldRules.idempotencyKey

/** A header of paid calls, no field of their body: it stands in no input schema. */
export const idempotencyKeySchema = z.string().min(min).max(max).regex(pattern, 'letters, digits, hyphen and underscore only')
