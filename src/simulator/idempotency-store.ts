import { idempotencyWindowMs } from '#shared/api/service-limits.ts'

interface Entry {
  at: number
  content: string
  state: 'running' | 'done' | 'invalidated'
  answer: unknown
  /** The entry before a second execution. It is restored if the second execution is refused. */
  before?: Entry | undefined
}

export type IdempotencyLookup =
  | { kind: 'new' }
  | { kind: 'running' }
  | { kind: 'invalidated' }
  | { kind: 'other-content' }
  | { kind: 'done'; answer: unknown }

/** Keeps the outcome of each idempotency key for 48 hours per user (API description, section "Idempotency rules"). */
export function createIdempotencyStore() {
  const entries = new Map<string, Entry>()
  return {
    lookUp(user: string, key: string, content: string, now: number): IdempotencyLookup {
      const entry = entries.get(`${user} ${key}`)
      if (!entry || entry.at + idempotencyWindowMs <= now) return { kind: 'new' }
      if (entry.state !== 'done') return { kind: entry.state }
      return entry.content === content ? { kind: 'done', answer: entry.answer } : { kind: 'other-content' }
    },
    begin(user: string, key: string, content: string, now: number): void {
      entries.set(`${user} ${key}`, {
        at: now,
        content,
        state: 'running',
        answer: undefined,
        before: entries.get(`${user} ${key}`),
      })
    },
    /** After a refusal with 4xx, the key has the state that it had before the request. */
    forget(user: string, key: string): void {
      const entry = entries.get(`${user} ${key}`)
      if (entry?.state !== 'running') return
      if (entry.before) entries.set(`${user} ${key}`, entry.before)
      else entries.delete(`${user} ${key}`)
    },
    finish(user: string, key: string, answer: unknown): void {
      const entry = entries.get(`${user} ${key}`)
      if (entry?.state === 'running') Object.assign(entry, { state: 'done', answer, before: undefined })
    },
    /** Called after any 5xx, whatever the state of the key was. */
    invalidate(user: string, key: string, now: number): void {
      entries.set(`${user} ${key}`, { at: now, content: '', state: 'invalidated', answer: undefined })
    },
  }
}
