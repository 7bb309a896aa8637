import type { z } from 'zod'
import type { LimitClass } from './limits.ts'
import type { ResponseSize } from './response-limits.ts'
import type { DomainCategory, ExtraPermission, Service } from './permission-names.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * What a second call does.
 * `read`: nothing. `repeatable`: leaves the same state as one. `once`: makes a second thing or fails;
 * never repeated by itself. `paid`: spends money; sent only through an intent.
 */
export type Idempotency = 'read' | 'repeatable' | 'once' | 'paid'

type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamsOf<Rest> : never
type ParamShape<Path extends string> = { [Name in ParamsOf<Path>]: z.ZodType }

/**
 * One operation of the service.
 * Where an input field travels follows from the method: a field named in `path` goes into the path; of the rest,
 * GET sends a query and everything else a JSON body.
 */
export interface Endpoint<Path extends string = string, Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  method: HttpMethod
  path: Path
  scope: 'read' | 'write'
  /** The service a key must hold; null for the endpoints common to all services. */
  service: Service | null
  /** The permission category asked of a `custom` key; null where the document names none. */
  category: DomainCategory | null
  extraPermission?: ExtraPermission
  idempotency: Idempotency
  /** Of `once` and `paid`: the endpoint whose answer tells what became of a lost one. */
  settledBy?: string
  limit: LimitClass
  /** How large its success may be; left out: `usual`. */
  responseSize?: ResponseSize
  input: Input
  output: Output
  example: {
    /** The endpoints whose examples must succeed before this one can. */
    after?: readonly string[]
    input: z.input<Input>
    output: z.input<Output>
  }
}

/** Describes an endpoint. A `{param}` in the path that is no field of `input` does not compile. */
export function defineEndpoint<const Path extends string, Input extends z.ZodObject<ParamShape<Path>>, Output extends z.ZodType>(
  spec: Endpoint<Path, Input, Output>,
): Endpoint<Path, Input, Output> {
  return spec
}

/** The names of the `{params}` in a path, in order. */
export function pathParamNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
}
