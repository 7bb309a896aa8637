import { z } from 'zod'
import { prefixNamesWithArea } from '#shared/prefix-command-and-endpoint-names.ts'
import {
  endpointNames,
  getEndpoint,
  type EndpointInput,
  type EndpointName,
  type EndpointOutput,
} from '#shared/api/endpoints.ts'
import { annotationCsvCommands } from './tag-customer-and-note-csv-commands.ts'
import { annotationCommands, annotationEvents } from './annotations.ts'
import { changeLogCommands, changeLogEvents } from './change-log.ts'
import { nameserverComparisonProgressSchema } from './nameserver-comparison.ts'
import { accountCommands, accountSchema, quotaUsageSchema } from './accounts.ts'
import { appCommands, appStateSchema } from './app-state-and-settings.ts'
import { consoleCommands, consoleEvents } from './console.ts'
import { customerCommands, customerEvents } from './customers.ts'
import { defineCommand, type Command } from './define-command.ts'
import { dnsCommands } from './dns.ts'
import { zoneDraftCommands } from './zone-drafts.ts'
import { domainReadingCommands } from './domain-reading.ts'
import { inventoryCommands } from './inventory.ts'
import { jobCommands, jobEvents } from './jobs.ts'
import { listCsvCommands, listCsvEvents } from './list-csv.ts'
import { logCommands } from './api-logs.ts'
import { openapiCommands } from './openapi.ts'
import { orderCommands, orderEvents } from './order-commands.ts'
import { newSiteCommands } from './new-site.ts'
import { idSchema, epochMsSchema } from './common-schemas.ts'
import { savedViewCommands } from './saved-views.ts'
import { serverJobCommands } from './server-jobs.ts'
import { detectedChangeCommands, detectedChangeEvents } from './detected-changes.ts'
import { serverCommands } from './server-commands.ts'
import { domainSnapshotCommands } from './domain-snapshots.ts'
import { planCommands, planEvents } from './domain-change-plans.ts'
import { presetCommands } from './whois-and-nameserver-presets.ts'
import { syncCommands, syncProgressSchema } from './sync.ts'
import { templateCommands } from './zone-templates.ts'
import { restorableViewStateCommands } from './restorable-view-state.ts'

const readEndpointNames = endpointNames.filter((name) => getEndpoint(name).idempotency === 'read')

/**
 * Calls any endpoint that only reads. The input is parsed a second time by the endpoint's own schema. Each change has
 * its own command, which writes the change log. Requests of the console that change something are sent only after a
 * confirmation.
 */
const apiCommands = {
  call: defineCommand(
    z.object({
      accountId: idSchema,
      endpoint: z.enum(readEndpointNames as [EndpointName, ...EndpointName[]]),
      input: z.record(z.string(), z.unknown()),
    }),
    z.object({ data: z.unknown(), readAt: epochMsSchema }),
  ),
}

/** Every command of the app, once, by name, for example `accounts.list`. */
export const commands = {
  ...prefixNamesWithArea('app', appCommands),
  ...prefixNamesWithArea('viewState', restorableViewStateCommands),
  ...prefixNamesWithArea('savedViews', savedViewCommands),
  ...prefixNamesWithArea('accounts', accountCommands),
  ...prefixNamesWithArea('inventory', inventoryCommands),
  ...prefixNamesWithArea('listCsv', listCsvCommands),
  ...prefixNamesWithArea('annotations', { ...annotationCommands, ...annotationCsvCommands }),
  ...prefixNamesWithArea('customers', customerCommands),
  ...prefixNamesWithArea('servers', serverCommands),
  ...prefixNamesWithArea('newSite', newSiteCommands),
  ...prefixNamesWithArea('serverJobs', serverJobCommands),
  ...prefixNamesWithArea('domainReading', domainReadingCommands),
  ...prefixNamesWithArea('sync', syncCommands),
  ...prefixNamesWithArea('dns', dnsCommands),
  ...prefixNamesWithArea('templates', templateCommands),
  ...prefixNamesWithArea('presets', presetCommands),
  ...prefixNamesWithArea('zoneDrafts', zoneDraftCommands),
  ...prefixNamesWithArea('plans', planCommands),
  ...prefixNamesWithArea('logs', logCommands),
  ...prefixNamesWithArea('openapi', openapiCommands),
  ...prefixNamesWithArea('orders', orderCommands),
  ...prefixNamesWithArea('jobs', jobCommands),
  ...prefixNamesWithArea('snapshots', domainSnapshotCommands),
  ...prefixNamesWithArea('changeLog', changeLogCommands),
  ...prefixNamesWithArea('detectedChanges', detectedChangeCommands),
  ...prefixNamesWithArea('console', consoleCommands),
  ...prefixNamesWithArea('api', apiCommands),
} satisfies Record<string, Command>
export type Commands = typeof commands
export type CommandName = keyof Commands
/** What the renderer gives, before defaults. */
export type CommandInput<Name extends CommandName> = z.input<Commands[Name]['input']>
/** What a handler receives, after defaults. */
export type ParsedCommandInput<Name extends CommandName> = z.output<Commands[Name]['input']>
export type CommandOutput<Name extends CommandName> = z.output<Commands[Name]['output']>

export const commandNames = Object.keys(commands) as CommandName[]

/** The type of a function that calls any endpoint that only reads, derived from `endpoints`. */
export type ReadEndpointCaller = <Name extends EndpointName>(
  accountId: string,
  endpoint: Name,
  input: EndpointInput<Name>,
) => Promise<{ data: EndpointOutput<Name>; readAt: number }>

/** The events that main sends to the renderer, by name, with the schema of each payload. */
export const events = {
  'app.changed': appStateSchema,
  /** `app.takePageLink` returns a page now. */
  'app.pageLinkReady': z.object({}),
  /** All accounts, after any of them changed. */
  'accounts.changed': z.array(accountSchema),
  /** `fromAccountId` was merged into `accountId`. The filters of saved views name the remaining account already. */
  'accounts.merged': z.object({ accountId: idSchema, fromAccountId: idSchema }),
  'sync.changed': z.array(syncProgressSchema),
  /** Stored rows changed; views that show these rows query them again. `accountId` is null for any account. */
  'inventory.changed': z.object({ accountId: idSchema.nullable(), domain: z.string().nullable() }),
  'dns.checkProgress': nameserverComparisonProgressSchema,
  'quota.changed': z.array(quotaUsageSchema),
  'logs.changed': z.object({}),
  /** A list of log entries that was incomplete is complete. */
  'logs.listComplete': z.object({ listId: z.number().int() }),
  ...listCsvEvents,
  ...annotationEvents,
  ...customerEvents,
  ...consoleEvents,
  ...orderEvents,
  ...jobEvents,
  ...changeLogEvents,
  ...detectedChangeEvents,
  ...planEvents,
}
export type Events = typeof events
export type EventName = keyof Events
export type EventPayload<Name extends EventName> = z.output<Events[Name]>
