import { z } from 'zod'
import { catalog, type EndpointInput, type EndpointName, type EndpointOutput } from '../api/catalog.ts'
import { accounts, accountSchema, gaugeSchema } from './accounts.ts'
import { app, appStateSchema } from './app.ts'
import { command, type Command } from './command.ts'
import { dns } from './dns.ts'
import { inventory } from './inventory.ts'
import { logs } from './logs.ts'
import { orders, ordersEvents } from './orders.ts'
import { id, instant } from './scalars.ts'
import { sync, syncProgressSchema } from './sync.ts'

type Named<Area extends string, Entries> = { [Name in keyof Entries & string as `${Area}.${Name}`]: Entries[Name] }

function named<const Area extends string, Entries extends Record<string, Command>>(area: Area, entries: Entries): Named<Area, Entries> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [`${area}.${name}`, entry])) as Named<Area, Entries>
}

/**
 * The generic way to an endpoint of the service. The input is parsed a second time by the endpoint's own schema.
 * Endpoints with effect `paid` are refused: only an order that was planned and confirmed sends them.
 */
const api = {
  call: command(
    z.object({ accountId: id, endpoint: z.enum(Object.keys(catalog) as [EndpointName, ...EndpointName[]]), input: z.record(z.string(), z.unknown()) }),
    z.object({ data: z.unknown(), readAt: instant }),
  ),
}

/** Every command of the app, once, by name: `accounts.list`. */
export const commands = {
  ...named('app', app),
  ...named('accounts', accounts),
  ...named('inventory', inventory),
  ...named('sync', sync),
  ...named('dns', dns),
  ...named('logs', logs),
  ...named('orders', orders),
  ...named('api', api),
}
export type Commands = typeof commands
export type CommandName = keyof Commands
/** What the renderer gives, before defaults. */
export type CommandInput<Name extends CommandName> = z.input<Commands[Name]['input']>
/** What a handler receives, after defaults. */
export type CommandParsed<Name extends CommandName> = z.output<Commands[Name]['input']>
export type CommandOutput<Name extends CommandName> = z.output<Commands[Name]['output']>

export const commandNames = Object.keys(commands) as CommandName[]

/** The api proxy's one function, typed from the catalog. */
export type ApiCall = <Name extends EndpointName>(
  accountId: string,
  endpoint: Name,
  input: EndpointInput<Name>,
) => Promise<{ data: EndpointOutput<Name>; readAt: number }>

/** What main tells without being asked. */
export const events = {
  'app.changed': appStateSchema,
  /** All accounts, after any of them changed. */
  'accounts.changed': z.array(accountSchema),
  'sync.changed': z.array(syncProgressSchema),
  /** Stored rows changed; views that show them ask again. Null: any account. */
  'inventory.changed': z.object({ accountId: id.nullable(), domain: z.string().nullable() }),
  'quota.changed': z.array(gaugeSchema),
  'logs.changed': z.object({}),
  ...ordersEvents,
}
export type Events = typeof events
export type EventName = keyof Events
export type EventPayload<Name extends EventName> = z.output<Events[Name]>
