import type { z } from 'zod'
import type { Catalog, EndpointInput, EndpointName } from '#shared/api/catalog.ts'
import type { Charge } from './ledger.ts'
import { findDomain, findServer } from './permissions.ts'
import { type DomainState, type KeyState, type ServerState, settleDomain, settleServer, type UserState, type World } from './world.ts'

/** A request that is authenticated, admitted, permitted and valid: what a behaviour works on. */
export interface Call<Name extends EndpointName = EndpointName> {
  world: World
  user: UserState
  key: KeyState
  now: number
  /** Path parameters as they came, the rest as the catalog's schema gives it, defaults filled in. */
  input: z.output<Catalog[Name]['input']>
  idempotencyKey: string | null
  /** Takes money: from the balance, and into the ledger. */
  charge(kind: Charge['kind'], target: string, yen: number): void
}

/** Returns the body of a 200, or throws a `Refusal`. */
export type Behaviour<Name extends EndpointName> = (call: Call<Name>) => unknown

/** Behaviours of one area, by the endpoint's name in it. */
export type BehavioursOf<Area extends string> = {
  [Name in EndpointName as Name extends `${Area}.${infer Rest}` ? Rest : never]: Behaviour<Name>
}

type Target = Pick<Call, 'user' | 'key' | 'now'> & { input: Partial<EndpointInput<EndpointName>> }

export function domainOf(call: Target & { input: { domain_name: string } }): DomainState {
  return settleDomain(findDomain(call.user, call.key, call.input.domain_name), call.now)
}

export function serverOf(call: Target & { input: { servername: string } }): ServerState {
  return settleServer(findServer(call.user, call.key, call.input.servername), call.now)
}
