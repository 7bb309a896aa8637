import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './faults.ts'
import { errorBody, Refusal } from './refusal.ts'

/** An answer before it becomes bytes. */
export interface Answer {
  status: number
  /** The service's error code. */
  code: string | null
  body: unknown
  headers: Record<string, string>
}

/** Thrown in place of the answer that a behaviour gives or would give. */
export class StruckAnswer extends Error {
  readonly answer: Answer
  readonly status: number

  constructor(answer: Answer) {
    super(`Struck with ${answer.status}`)
    this.answer = answer
    this.status = answer.status
  }
}

function answerOf(fault: Extract<Fault, { kind: 'status' }>): Answer {
  const code = fault.code ?? null
  const isRefusal = fault.status >= 400
  const body = fault.body ?? (isRefusal ? errorBody(code ?? `HTTP_${fault.status}`, 'A fault was asked for') : {})
  return { status: fault.status, code, body, headers: fault.headers ?? {} }
}

/**
 * The part of a fault that touches execution: what waits, and what answers otherwise. Runs `execute` between the two.
 * Everything else happens to the bytes (`send.ts`).
 */
export async function executeUnder(fault: Fault | null, execute: () => unknown): Promise<unknown> {
  if (fault?.kind === 'delay') await sleep(fault.ms)
  // Never answered and never let go of: the place ends with the connection, the idempotency key stays taken.
  if (fault?.kind === 'hang') await new Promise(() => {})
  if (fault?.kind === 'status' && fault.when === 'before') throw new StruckAnswer(answerOf(fault))
  if (fault?.kind !== 'status') return execute()
  try {
    execute()
  } catch (refusal) {
    // Refused by a behaviour: the fault answers all the same.
    if (!(refusal instanceof Refusal)) throw refusal
  }
  throw new StruckAnswer(answerOf(fault))
}
