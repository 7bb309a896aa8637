import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './faults.ts'
import { createErrorBody, ErrorResponse } from './error-response.ts'

/** An answer before it becomes bytes. */
export interface SimulatedResponse {
  status: number
  /** The service's error code. */
  code: string | null
  body: unknown
  headers: Record<string, string>
}

/** Thrown in place of the answer that a behaviour gives or would give. */
export class FaultResponse extends Error {
  readonly answer: SimulatedResponse
  readonly status: number

  constructor(answer: SimulatedResponse) {
    super(`Struck with ${answer.status}`)
    this.answer = answer
    this.status = answer.status
  }
}

function createStatusResponse(fault: Extract<Fault, { kind: 'status' }>): SimulatedResponse {
  const code = fault.code ?? null
  const isRefusal = fault.status >= 400
  const body = fault.body ?? (isRefusal ? createErrorBody(code ?? `HTTP_${fault.status}`, 'A fault was asked for') : {})
  return { status: fault.status, code, body, headers: fault.headers ?? {} }
}

/**
 * The part of a fault that touches execution: what waits, and what answers otherwise. Runs `execute` between the two.
 * Everything else happens to the bytes (`send.ts`).
 */
export async function executeWithFault(fault: Fault | null, execute: () => unknown): Promise<unknown> {
  if (fault?.kind === 'delay') await sleep(fault.ms)
  // Never answered and never let go of: the place ends with the connection, the idempotency key stays taken.
  if (fault?.kind === 'hang') await new Promise(() => {})
  if (fault?.kind === 'status' && fault.when === 'before') throw new FaultResponse(createStatusResponse(fault))
  if (fault?.kind !== 'status') return execute()
  try {
    execute()
  } catch (refusal) {
    // Refused by a behaviour: the fault answers all the same.
    if (!(refusal instanceof ErrorResponse)) throw refusal
  }
  throw new FaultResponse(createStatusResponse(fault))
}
