import type { z } from 'zod'
import type { Endpoints, EndpointName } from '#shared/api/endpoints.ts'
import type { SimulatedCharge } from './request-and-charge-ledger.ts'
import type { SimulatedKey, SimulatedUser, World } from './world-state.ts'

/** A request that is authenticated, admitted, permitted and valid: the input of a behaviour. */
export interface EndpointCall<Name extends EndpointName = EndpointName> {
  world: World
  user: SimulatedUser
  key: SimulatedKey
  now: number
  /** Path parameters as received; other fields as parsed by the endpoint's schema, with defaults. */
  input: z.output<Endpoints[Name]['input']>
  idempotencyKey: string | null
  /** Deducts an amount from the balance and records it in the ledger. */
  charge(kind: SimulatedCharge['kind'], target: string, yen: number): void
}

/** Returns the body of a 200, or throws an `ErrorResponse`. */
export type EndpointBehaviour<Name extends EndpointName> = (call: EndpointCall<Name>) => unknown

/** Behaviours of one area, by the endpoint's name in it. */
export type AreaBehaviours<Area extends string> = {
  [Name in EndpointName as Name extends `${Area}.${infer Rest}` ? Rest : never]: EndpointBehaviour<Name>
}
