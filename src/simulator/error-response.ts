import { serviceErrors, type ServiceErrorCode } from '#shared/api/service-errors.ts'

/** The API description shows no status for the fallback code. */
const fallbackStatus = 500

/** An error response. May be thrown anywhere in a call; sent in the form of section "Errors". */
export class ErrorResponse extends Error {
  readonly code: ServiceErrorCode
  readonly status: number
  readonly errors: string[] | undefined

  constructor(code: ServiceErrorCode, message?: string, errors?: string[]) {
    super(message ?? serviceErrors[code].meaning)
    this.code = code
    this.status = serviceErrors[code].status ?? fallbackStatus
    this.errors = errors
  }
}

export function throwValidationError(field: string, message: string): never {
  throw new ErrorResponse('VALIDATION_ERROR', undefined, [`${field}: ${message}`])
}

export function createErrorBody(code: string, message: string, errors?: string[]): unknown {
  return { error: { code, message, ...(errors !== undefined && { errors }) } }
}
