import type { z } from 'zod'
import type { RateLimitClass } from './service-limits.ts'
import type { ResponseSizeClass } from './response-limits.ts'
import type {
  DomainPermissionCategory,
  PaidCallPermission,
  KeyService,
} from './key-service-and-permission-category-names.ts'

/** The API description names no PATCH; the console can send one. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * What a second call does.
 * `read`: nothing. `repeatable`: leaves the same state as one call. `once`: creates a second entry or fails;
 * never repeated automatically. `paid`: spends money; sent only through an intent.
 */
export type Idempotency = 'read' | 'repeatable' | 'once' | 'paid'

type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsOf<Rest>
  : never
type ParamShape<Path extends string> = { [Name in ParamsOf<Path>]: z.ZodType }

/**
 * One operation of the service. A field named in `path` is sent in the path. GET sends the other fields in the query,
 * every other method in a JSON body.
 */
export interface Endpoint<
  Path extends string = string,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
> {
  method: HttpMethod
  path: Path
  scope: 'read' | 'write'
  /** The service a key must hold; null for the endpoints common to all services. */
  service: KeyService | null
  /** The permission category that a `custom` key needs; null where the API description names none. */
  category: DomainPermissionCategory | null
  extraPermission?: PaidCallPermission
  idempotency: Idempotency
  /** For `once` and `paid`: the endpoint whose response shows whether a call without a response was executed. */
  settledBy?: string
  limit: RateLimitClass
  /** The size class of its success response; default: `usual`. */
  responseSize?: ResponseSizeClass
  input: Input
  output: Output
  example: {
    /** The endpoints whose examples must succeed before this one can. */
    after?: readonly string[]
    input: z.input<Input>
    output: z.input<Output>
  }
}

/** Describes an endpoint. A `{param}` in the path without a field in `input` is a compile error. */
export function defineEndpoint<
  const Path extends string,
  Input extends z.ZodObject<ParamShape<Path>>,
  Output extends z.ZodType,
>(spec: Endpoint<Path, Input, Output>): Endpoint<Path, Input, Output> {
  return spec
}

/** Returns the names of the `{params}` in a path, in order. */
export function listPathParamNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
}
