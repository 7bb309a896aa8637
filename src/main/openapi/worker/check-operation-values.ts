import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import addFormats, { type FormatOptions } from 'ajv-formats'
import { openapiValueRules, type OpenapiValueIssue, type OpenapiValueRule } from '#shared/ipc/openapi.ts'
import { openapiOperationLimits } from '#main/openapi/openapi-limits.ts'
import { createTimeLimitedRegExpFactory } from './create-time-limited-reg-exp.ts'
import { getOwnProperty } from './json-object.ts'
import type { OperationSchemas } from './build-operation-form-and-schemas.ts'

export interface OperationValuesToCheck {
  path: Record<string, unknown>
  query: Record<string, unknown>
  /** Absent: no body. */
  body?: unknown
}

export interface OperationValueCheckResult {
  issues: OpenapiValueIssue[]
  /** Patterns and parts that were not checked. */
  unchecked: string[]
}

/** Checks the values of a request against the schemas of its operation. */
export function checkOperationValues(
  schemas: OperationSchemas,
  given: OperationValuesToCheck,
): OperationValueCheckResult {
  const unchecked = new Set<string>()
  const ajv = new Ajv2020({
    allErrors: true,
    // Errors of alternatives name their schemas.
    verbose: true,
    strict: false,
    // Without this option, every object would have a property named `constructor`.
    ownProperties: true,
    validateSchema: false,
    addUsedSchema: false,
    logger: false,
    code: {
      regExp: Object.assign(
        createTimeLimitedRegExpFactory((pattern) => unchecked.add(pattern)),
        { code: '' },
      ) as never,
    },
  })
  // The package's types describe its CommonJS form only.
  const addFormatsTo = addFormats as unknown as (ajv: Ajv2020, options: FormatOptions) => void
  addFormatsTo(ajv, { mode: 'fast' })
  // In fast mode, February 30 is accepted as a date. Dates and times are therefore checked in full mode.
  addFormatsTo(ajv, { mode: 'full', formats: ['date', 'time', 'date-time'] })

  function validate(schema: unknown, value: unknown): ErrorObject[] {
    const run = ajv.compile({ ...toObject(schema), $defs: schemas.definitions })
    return run(value) ? [] : [...(run.errors ?? [])]
  }

  function findIssues(place: OpenapiValueIssue['place'], schema: unknown, value: unknown): OpenapiValueIssue[] {
    try {
      return toIssues(place, explain(validate(schema, value), validate))
    } catch {
      // The schema contains itself endlessly, or the validator cannot read the schema.
      unchecked.add(place)
      return []
    }
  }

  const issues = [
    ...findIssues('path', schemas.path, given.path),
    ...findIssues('query', schemas.query, given.query),
    ...findBodyIssues(),
  ]

  function findBodyIssues(): OpenapiValueIssue[] {
    if (Object.hasOwn(given, 'body')) return findIssues('body', schemas.body ?? true, given.body)
    return schemas.isBodyRequired ? [{ place: 'body', path: [], rule: 'required', stated: '' }] : []
  }

  if (schemas.isPartial) unchecked.add('schema')
  return { issues: issues.slice(0, openapiOperationLimits.issues), unchecked: [...unchecked].slice(0, 20) }
}

const toObject = (schema: unknown): object =>
  typeof schema === 'object' && schema !== null ? schema : schema === false ? { not: {} } : {}

/**
 * The errors that concern the alternative that the value fits best. The validator also returns errors of the other
 * alternatives. A wrong constant or type shows that an alternative was not meant.
 */
function explain(errors: readonly ErrorObject[], validate: (schema: unknown, value: unknown) => ErrorObject[]) {
  const [outermost] = errors
    .filter(({ keyword, params }) => isChoice(keyword) && !getOwnProperty(params, 'passingSchemas'))
    .sort((one, other) => one.instancePath.length - other.instancePath.length)
  if (!outermost) return errors
  const { instancePath, schema, data } = outermost
  const best = (schema as unknown[])
    .slice(0, openapiOperationLimits.maxExplainedAlternatives)
    .map((alternative) => validate(alternative, data))
    .sort((one, other) => mismatch(one) - mismatch(other))[0]
  const isInside = (path: string) => path === instancePath || path.startsWith(`${instancePath}/`)
  return [
    ...errors.filter((error) => !isInside(error.instancePath)),
    ...(best ?? []).map((error) => ({ ...error, instancePath: instancePath + error.instancePath })),
  ]
}

const isChoice = (keyword: string) => keyword === 'oneOf' || keyword === 'anyOf'
const weightOfOtherKind = 100

function mismatch(errors: readonly ErrorObject[]): number {
  const ofOtherKind = errors.filter(({ keyword }) => ['const', 'enum', 'type'].includes(keyword))
  return errors.length + weightOfOtherKind * ofOtherKind.length
}

function toIssues(place: OpenapiValueIssue['place'], errors: readonly ErrorObject[]): OpenapiValueIssue[] {
  const pathOf = ({ instancePath }: ErrorObject) =>
    instancePath
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  // The validator adds an error of `if` to the errors of `then` or `else`. The error of `if` says nothing new.
  const issues = errors.filter(({ keyword }) => keyword !== 'if').map((error) => toIssue(place, pathOf(error), error))
  const seen = new Set<string>()
  return issues.filter(({ path, rule, stated }) => {
    const key = JSON.stringify([path, rule, stated])
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

function toIssue(
  place: OpenapiValueIssue['place'],
  path: string[],
  { keyword, params }: ErrorObject,
): OpenapiValueIssue {
  const missing: unknown = getOwnProperty(params, 'missingProperty')
  if (keyword === 'required' && typeof missing === 'string')
    return { place, path: [...path, missing], rule: 'required', stated: '' }
  return {
    place,
    path,
    rule: (openapiValueRules as readonly string[]).includes(keyword) ? (keyword as OpenapiValueRule) : 'other',
    stated: statedOf(keyword, params),
  }
}

const statedBy: Record<string, string> = {
  type: 'type',
  enum: 'allowedValues',
  const: 'allowedValue',
  format: 'format',
  pattern: 'pattern',
  multipleOf: 'multipleOf',
  additionalProperties: 'additionalProperty',
}

/** What the schema demands. Never the value that was given, which may be a secret. */
function statedOf(keyword: string, params: Record<string, unknown>): string {
  const stated = getOwnProperty(params, statedBy[keyword] ?? 'limit')
  if (stated === undefined) return ''
  if (Array.isArray(stated))
    return stated
      .map((each) => toWord(each))
      .join(', ')
      .slice(0, 300)
  return toWord(stated).slice(0, 300)
}

const toWord = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
