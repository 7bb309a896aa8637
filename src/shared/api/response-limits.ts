import { dayMs } from '#shared/durations.ts'

/**
 * How much of what headers say is believed; Banto's own bounds, far above the document's numbers. A limit outside is ignored: the known one,
 * which is lower, stays. A longer wait is cut to the longest: ignored, it would be none. A clock outside is no clock, as if none were told.
 */
export const acceptedHeaderRanges = {
  perMinute: { min: 1, max: 1_000 },
  /** Also what the rate ledger of one account and class may grow to. */
  perDay: { min: 1, max: 50_000 },
  concurrent: { min: 1, max: 50 },
  /** No limit counts over more than a day. */
  retryAfterMs: { max: dayMs },
  /** Of the service's clock, epoch milliseconds. */
  date: { min: Date.UTC(2020, 0), max: Date.UTC(2100, 0) },
} as const

/** How much of one answer is taken: it is broken off at the first byte beyond. */
export interface ResponseLimits {
  /** Of the body, unpacked. */
  bytes: number
  /** JSON values: objects, lists, strings, numbers, words. */
  values: number
  /** Different names in objects. */
  names: number
  /** Objects and lists inside each other. */
  depth: number
  /** Of one string or number, as it is written. */
  textBytes: number
  /** What is parsed in one go: all of it but the rows of a long list in the outermost object, which are parsed piece by piece. */
  atOnce: { bytes: number; values: number }
}

const kib = 1024
const mib = 1024 * kib
const atOnce = { bytes: 2 * mib, values: 60_000 }

/** Banto's own bounds for answers, each several times what the largest account of the design would get (sections "Resources and their fields" and "Limits"). */
export const responseLimits = {
  /** One thing with its fields, and a few hundred of what it holds. */
  usual: { bytes: 64 * kib, values: 2_000, names: 500, depth: 16, textBytes: 16 * kib, atOnce },
  /** Read again with every list of servers. */
  serverInformation: { bytes: 16 * kib, values: 1_000, names: 300, depth: 8, textBytes: 4 * kib, atOnce },
  /** Any answer but a success. */
  error: { bytes: 64 * kib, values: 1_000, names: 300, depth: 16, textBytes: 16 * kib, atOnce },
  /** A key for selected targets names each of them. */
  key: { bytes: 2 * mib, values: 60_000, names: 500, depth: 16, textBytes: 16 * kib, atOnce },
  /** Some hundred entries; memos and paths among them may be long. */
  list: { bytes: 2 * mib, values: 20_000, names: 2_000, depth: 16, textBytes: 16 * kib, atOnce },
  /** Stored in one go: a thousand records, or fewer with long texts. */
  zone: { bytes: 384 * kib, values: 10_000, names: 100, depth: 16, textBytes: 16 * kib, atOnce },
  /** 50,000 domains, with room for more fields than are known. */
  domains: { bytes: 12 * mib, values: 400_000, names: 200, depth: 16, textBytes: 4 * kib, atOnce },
  /** As many lines as were asked for, maybe in one text. */
  lines: { bytes: 2 * mib, values: 20_000, names: 2_000, depth: 16, textBytes: 2 * mib, atOnce },
} as const satisfies Record<string, ResponseLimits>

export type ResponseSize = keyof typeof responseLimits

/** The service's own texts in errors are cut to this many characters, and no more of them are kept. */
export const errorTextLimits = { max: 500, code: 64, count: 20 } as const
