/** The limits of one response. Reading stops at the first byte beyond a limit. */
export interface ResponseLimits {
  /** Bytes of the decompressed body. */
  bytes: number
  /** JSON values: objects, lists, strings, numbers, words. */
  values: number
  /** Distinct property names in objects. */
  names: number
  /** Nesting depth of objects and lists. */
  depth: number
  /** Length of one string or number as written in the JSON. */
  textBytes: number
  /**
   * Limits of the part that is parsed at once. The rows of a long list in the outermost object do not count, because
   * they are parsed in chunks.
   */
  atOnce: { bytes: number; values: number }
}

const kib = 1024
const mib = 1024 * kib
const atOnce = { bytes: 2 * mib, values: 60_000 }

/**
 * Banto's own bounds for responses. Each bound is several times the largest response for an account of the maximum
 * supported size (API description, sections "Resources and their fields" and "Limits").
 */
export const responseLimits = {
  /** One entry with its fields and a few hundred sub-entries. */
  usual: { bytes: 64 * kib, values: 2_000, names: 500, depth: 16, textBytes: 16 * kib, atOnce },
  /** The information of one server, read again after every server list. */
  serverInformation: { bytes: 16 * kib, values: 1_000, names: 300, depth: 8, textBytes: 4 * kib, atOnce },
  /** Any response that is not a success. */
  error: { bytes: 64 * kib, values: 1_000, names: 300, depth: 16, textBytes: 16 * kib, atOnce },
  /** `/v1/me`, which names every selected target of a key. */
  key: { bytes: 2 * mib, values: 60_000, names: 500, depth: 16, textBytes: 16 * kib, atOnce },
  /** A list of some hundred entries, whose memos and paths may be long. */
  list: { bytes: 2 * mib, values: 20_000, names: 2_000, depth: 16, textBytes: 16 * kib, atOnce },
  /** A zone of a thousand records, or fewer with long texts. It is stored in one transaction. */
  zone: { bytes: 384 * kib, values: 10_000, names: 100, depth: 16, textBytes: 16 * kib, atOnce },
  /** A list of 50,000 domains, with room for unknown fields. */
  domains: { bytes: 12 * mib, values: 400_000, names: 200, depth: 16, textBytes: 4 * kib, atOnce },
  /** The requested number of error-log lines, possibly in one string. */
  lines: { bytes: 2 * mib, values: 20_000, names: 2_000, depth: 16, textBytes: 2 * mib, atOnce },
} as const satisfies Record<string, ResponseLimits>

/**
 * Console requests only, whose responses are not parsed. Reading stops after this many bytes of the body; the largest
 * list fits into them. The user can save everything that was read.
 */
export const maxConsoleResponseBytes = 16 * mib
/** The console shows the beginning of the response, up to this many UTF-16 code units. */
export const maxShownConsoleResponseLength = mib

export type ResponseSizeClass = keyof typeof responseLimits

/** Longer texts of the service in an error response are cut. At most `maxTexts` of them are kept. */
export const errorTextLimits = { maxTextLength: 500, maxCodeLength: 64, maxTexts: 20 } as const
