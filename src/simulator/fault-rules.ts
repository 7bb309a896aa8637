import { z } from 'zod'

const ms = z.number().min(0)

/**
 * The kinds of faults. `before`: the behaviour of the request does not run. `after`: the behaviour runs, but the
 * response is replaced.
 */
export const faultSchema = z.discriminatedUnion('kind', [
  /** The connection ends before the request is processed; no limit counts the request. */
  z.strictObject({ kind: z.literal('reset-before') }),
  /** The request is executed; its response is lost. */
  z.strictObject({ kind: z.literal('reset-after') }),
  /** The connection ends at once. The request is executed after this delay, when no client waits for the response. */
  z.strictObject({ kind: z.literal('late'), ms }),
  z.strictObject({
    kind: z.literal('status'),
    status: z.number().int().min(200).max(599),
    code: z.string().optional(),
    when: z.enum(['before', 'after']).default('before'),
    /** Instead of the usual error body. */
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
  z.strictObject({ kind: z.literal('delay'), ms }),
  z.strictObject({ kind: z.literal('hang') }),
  /** Sends the response byte by byte. */
  z.strictObject({ kind: z.literal('drip'), ms: ms.default(100) }),
  /** Bytes that are not JSON, with the usual content type. */
  z.strictObject({ kind: z.literal('garbage') }),
  /** An HTML page with status 200, as a captive portal sends it. */
  z.strictObject({ kind: z.literal('html') }),
  /** JSON that the service would not send. */
  z.strictObject({ kind: z.literal('other-json') }),
  /** The correct object, with every value of a wrong type. */
  z.strictObject({ kind: z.literal('wrong-shape') }),
  /**
   * Only the first `keep` rows of each list in the response, as from a backend that lost the other rows. `status`
   * replaces the status if set.
   */
  z.strictObject({
    kind: z.literal('part-of-list'),
    keep: z.number().int().min(0).default(0),
    status: z.number().int().min(200).max(299).optional(),
  }),
  /** Sends half of the announced bytes; then the connection ends. */
  z.strictObject({ kind: z.literal('truncate') }),
  z.strictObject({
    kind: z.literal('huge'),
    bytes: z
      .number()
      .int()
      .min(1)
      .default(64 * 1024 * 1024),
  }),
  /** Small on the wire; `bytes` when decoded. */
  z.strictObject({
    kind: z.literal('gzip-bomb'),
    bytes: z
      .number()
      .int()
      .min(1)
      .default(256 * 1024 * 1024),
  }),
  z.strictObject({
    kind: z.literal('redirect'),
    location: z.string(),
    status: z.number().int().min(300).max(399).default(302),
  }),
  /** Headers that replace those of the response, for example the rate headers. */
  z.strictObject({ kind: z.literal('headers'), headers: z.record(z.string(), z.string()) }),
  /** Shifts the `Date` header, as from a clock that is wrong. */
  z.strictObject({ kind: z.literal('clock-skew'), ms: z.number().default(3_600_000) }),
])
export type Fault = z.output<typeof faultSchema>

export const faultRuleSchema = z.strictObject({
  match: z
    .strictObject({
      method: z.string().toUpperCase().optional(),
      /** A regular expression on the path without its query. */
      path: z
        .union([z.string(), z.instanceof(RegExp)])
        .transform((path, context) => {
          try {
            return new RegExp(path)
          } catch (error) {
            context.addIssue({ code: 'custom', message: (error as Error).message })
            return z.NEVER
          }
        })
        .optional(),
      token: z.string().optional(),
      /** The name of a user of the world. */
      user: z.string().optional(),
    })
    .prefault({}),
  /** How many requests the fault affects; default: every request until the fault is removed. */
  times: z.number().int().min(1).optional(),
  fault: faultSchema,
})
export type FaultRule = z.input<typeof faultRuleSchema>

interface Target {
  method: string
  path: string
  token: string | null
  user: string | null
}

/** Keeps the active faults. The first fault that matches a request applies to it. */
export function createFaultRules() {
  let activeRules: { rule: z.output<typeof faultRuleSchema>; left: number }[] = []
  return {
    /** Adds a fault and returns a function that removes the fault. Throws a ZodError when the fault is invalid. */
    add(rule: FaultRule): () => void {
      const parsed = faultRuleSchema.parse(rule)
      const entry = { rule: parsed, left: parsed.times ?? Infinity }
      activeRules.push(entry)
      return () => {
        activeRules = activeRules.filter((other) => other !== entry)
      }
    },
    consumeMatching({ method, path, token, user }: Target): Fault | null {
      const entry = activeRules.find(
        ({ rule: { match } }) =>
          (match.method === undefined || match.method === method) &&
          (match.path === undefined || match.path.test(path)) &&
          (match.token === undefined || match.token === token) &&
          (match.user === undefined || match.user === user),
      )
      if (!entry) return null
      entry.left -= 1
      if (entry.left === 0) activeRules = activeRules.filter((other) => other !== entry)
      return entry.rule.fault
    },
    clear() {
      activeRules = []
    },
    get activeCount(): number {
      return activeRules.length
    },
  }
}
export type FaultRules = ReturnType<typeof createFaultRules>
