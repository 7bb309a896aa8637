import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault-rules.ts'
import { createErrorBody, ErrorResponse } from './error-response.ts'

/** A response before it is serialized. */
export interface SimulatedResponse {
  status: number
  /** The service's error code. */
  code: string | null
  body: unknown
  headers: Record<string, string>
}

/** Thrown to replace the response that a behaviour gives or would give. */
export class FaultResponseError extends Error {
  readonly answer: SimulatedResponse
  readonly status: number

  constructor(answer: SimulatedResponse) {
    super(`A fault answers with ${answer.status}`)
    this.answer = answer
    this.status = answer.status
  }
}

function createStatusResponse(fault: Extract<Fault, { kind: 'status' }>): SimulatedResponse {
  const code = fault.code ?? null
  const isRefusal = fault.status >= 400
  const body =
    fault.body ?? (isRefusal ? createErrorBody(code ?? `HTTP_${fault.status}`, 'A fault of the simulator') : {})
  return { status: fault.status, code, body, headers: fault.headers ?? {} }
}

/**
 * Applies the part of a fault that affects execution: it may wait before `execute` runs, or replace the response.
 * `send-with-faults.ts` applies the part that affects the bytes.
 */
export async function executeWithFault(fault: Fault | null, execute: () => unknown): Promise<unknown> {
  if (fault?.kind === 'delay') await sleep(fault.ms)
  // Never answers: the concurrency slot is freed when the connection ends; the idempotency key stays in use.
  if (fault?.kind === 'hang') await new Promise(() => {})
  if (fault?.kind === 'status' && fault.when === 'before') throw new FaultResponseError(createStatusResponse(fault))
  if (fault?.kind !== 'status') return execute()
  try {
    execute()
  } catch (refusal) {
    // A behaviour refused the request: the fault's response still replaces the refusal.
    if (!(refusal instanceof ErrorResponse)) throw refusal
  }
  throw new FaultResponseError(createStatusResponse(fault))
}
