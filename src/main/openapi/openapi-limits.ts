/**
 * Largest document that is imported. The service of this app has 46 endpoints; the largest public documents have about
 * 5,000 operations in 10 MB.
 */
export const openapiDocumentLimits = {
  bytes: 12 * 1024 * 1024,
  /** Levels of objects and lists. */
  depth: 120,
  /** Objects, lists and scalars, each counted as often as YAML aliases repeat it. */
  values: 1_000_000,
  /** Total length of all texts and names. Each counts as often as YAML aliases repeat it. */
  characters: 24 * 1024 * 1024,
  /** Passed to the YAML parser, which counts how often aliases repeat values. */
  aliases: 1_000,
  operations: 5_000,
  nameLength: 500,
  maxListedProblems: 100,
}

/** Limits of what is made of one operation. */
export const openapiOperationLimits = {
  schemas: 5_000,
  fields: 800,
  fieldDepth: 8,
  options: 500,
  descriptionLength: 2_000,
  issues: 200,
  maxExplainedAlternatives: 20,
  /** How long one pattern may run on one value, in milliseconds. */
  patternMs: 100,
}

/**
 * Time limits of an import and of a query, and the idle time after which the worker ends, in milliseconds; `heapMb`:
 * its memory in megabytes.
 */
export const openapiWorkerLimits = { importMs: 30_000, queryMs: 10_000, idleMs: 60_000, heapMb: 512 }
