import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The layers of each area of src, lowest first. A file imports only from its own folder and from lower layers. Folders
 * and files of one layer do not import each other, so that there are no cycles. An entry for a folder covers the files
 * directly in that folder, except files that have their own entry.
 */
const layers = {
  shared: [
    [
      'compare-in-natural-order.ts',
      'csv',
      'customer-name-rules.ts',
      'decode-text-file.ts',
      'detail-read-reasons.ts',
      'durations.ts',
      'error-kinds.ts',
      'expiry-filter-choices.ts',
      'expiry-thresholds.ts',
      'idna-interface.ts',
      'input-issues.ts',
      'ip-address.ts',
      'is-non-array-object.ts',
      'japan-time.ts',
      'unique-key-label.ts',
      'key-states.ts',
      'notification-kinds.ts',
      'openapi',
      'order-intent-kinds.ts',
      'prefix-command-and-endpoint-names.ts',
      'proxy-failure-reasons.ts',
      'get-resource-key.ts',
      'run-generator-without-pauses.ts',
      'tag-rules.ts',
      'get-tld-and-detect-jp-domains.ts',
      'utf8-byte-string.ts',
    ],
    [
      'pasted-accounts',
      'app-error.ts',
      'find-ip-addresses-in-text.ts',
      'host-name.ts',
      'extract-and-parse-domain-names.ts',
      'quiet-hours.ts',
      'short-words-of-domain-search.ts',
      'renewal-expiry.ts',
    ],
    [
      'find-addresses-in-server-information.ts',
      'find-host-names-in-server-information.ts',
      'format-undocumented-field-as-lines.ts',
      'parse-record-targets.ts',
      'sync-schedule.ts',
    ],
    ['api'],
    [
      'domain-and-server-detail-kinds.ts',
      'dns/mail-records',
      'dns/records',
      'find-account-call-obstacle.ts',
      'find-account-read-only-reason.ts',
      'find-key-to-check-order-outcome.ts',
      'order-quota-cost.ts',
      'paid-endpoint-by-order-kind.ts',
      'pending-statuses.ts',
      'tld-price-lookup.ts',
    ],
    ['dns/nameservers', 'dns/record-rules', 'dns/zone-edits', 'record-target-hosts.ts'],
    ['dns/plan', 'dns/records-files'],
    ['domain-change-csv', 'dns/templates'],
    ['ipc'],
    ['find-automatic-read-obstacle.ts', 'is-registrar-switch-in-progress.ts'],
    ['attention', 'console', 'find-next-sync-of-account.ts', 'has-user-ended-error-cause.ts'],
  ],
  main: [
    [
      'wrap-error-as-change-not-made.ts',
      'clock.ts',
      'desktop-notifier-port.ts',
      'tray-icon-port.ts',
      'event-emitter-port.ts',
      'format-csv.ts',
      'node-idna.ts',
      'json-limit-scanner.ts',
    ],
    ['event-loop', 'store/migrations'],
    ['store'],
    ['detected-changes'],
    ['openapi/openapi-limits.ts'],
    ['openapi/worker'],
    ['api'],
    ['accounts/query-base-urls-of-same-service.ts'],
    ['accounts/query-account-ids-of-same-service.ts'],
    ['api/http'],
    ['api/layers', 'api/rate-limit'],
    ['api/send-paid-call.ts', 'api/send-console-call.ts'],
    ['api/client.ts'],
    ['inventory/details', 'inventory/search-index'],
    ['annotations'],
    ['inventory/domains', 'inventory/lists', 'inventory/servers'],
    ['inventory/customers', 'inventory/search'],
    ['inventory'],
    ['inventory/sync'],
    ['change-log', 'snapshots'],
    ['api-logs', 'console', 'dns', 'dns/authoritative', 'jobs', 'servers'],
    ['reading-jobs'],
    ['accounts', 'api-logs/list'],
    ['api-logs/archive', 'detected-changes/query-detected-changes.ts', 'list-csv'],
    ['plans'],
    ['unknown-outcomes'],
    ['openapi'],
    ['server-jobs'],
    ['notifications', 'overview', 'tray'],
    ['profile-backup', 'query-thread'],
    ['orders'],
    ['orders/journal', 'orders/availability-and-prices'],
    ['customers', 'orders/sending'],
    ['orders/query-intent-views.ts'],
    ['orders/reports'],
    ['orders/quotes'],
    ['orders/create-orders-module.ts'],
    ['ipc'],
    ['app', 'ipc/handlers'],
    ['compose-api-logs.ts', 'compose-attention-watchers.ts', 'compose-plans-and-jobs.ts'],
    ['correct-times-of-wrong-clock.ts'],
    ['compose-database-services.ts'],
    ['compose-main-process.ts'],
    ['index.ts'],
  ],
  renderer: [
    ['app-areas-and-routes.ts', 'global.d.ts', 'ipc-client.ts', 'text/en'],
    ['area-icons.ts', 'text/ja'],
    ['text'],
    ['ui/controls', 'ui/format', 'ui/layout', 'ui/theme', 'ui/time'],
    ['ui/filters', 'ui/notices'],
    ['ui/dialogs', 'ui/status'],
    ['ui/table'],
    ['account-data'],
    ['stores'],
    ['components', 'composables'],
    ['features/annotations', 'features/list-tools'],
    ['features/orders'],
    ['features/orders/checkout', 'features/orders/runs'],
    ['features/orders/detail'],
    ['features/orders/list'],
    [
      'features/orders/order-server',
      'features/orders/acquire-domain',
      'features/orders/renew-domains',
      'features/orders/order-again',
      'features/orders/spending',
      'features/orders/transfer-domain',
    ],
    [
      'features/accounts/keys',
      'features/accounts/proxy',
      'features/console/openapi',
      'features/customers',
      'features/domains/zone',
      'features/logs',
    ],
    ['features/orders/external-purchases', 'features/change-plans', 'features/zone-editor/mail-records'],
    ['features/activity', 'features/domain-settings', 'features/servers/usage'],
    [
      'features/activity/change-log',
      'features/activity/jobs',
      'features/activity/detected-changes',
      'features/zone-tools',
    ],
    ['features/attention', 'features/zone-editor'],
    [
      'features/accounts',
      'features/console',
      'features/domains',
      'features/overview',
      'features/search',
      'features/servers',
      'features/settings',
    ],
    ['features/servers/secrets'],
    [
      'features/servers/databases',
      'features/servers/error-log',
      'features/servers/hosted-domains',
      'features/servers/ssh',
      'features/servers/wordpress',
    ],
    ['features/servers/server-tabs.ts'],
    ['features/servers/ServerView.vue'],
    ['features/servers/ServerViewKeyedByServer.vue'],
    [
      'features/accounts/paste',
      'features/domain-change-csv',
      'features/new-site',
      'features/server-versions-and-usage',
    ],
    ['shell'],
    ['App.vue', 'router.ts', 'save-and-restore-view-state.ts'],
    ['main.ts'],
  ],
  simulator: [
    [
      'add-months.ts',
      'default-hosting-plans-and-tlds.ts',
      'serve-openapi-document-as-editable-lists.ts',
      'error-response.ts',
      'fault-rules.ts',
      'hash-text.ts',
      'simulated-settings-of-hosting-server.ts',
      'idempotency-store.ts',
      'simulated-ip-block.ts',
      'match-route.ts',
      'request-and-charge-ledger.ts',
      'request-quota.ts',
      'simulated-clock.ts',
      'undocumented-field-name-variants.ts',
    ],
    [
      'execute-with-fault.ts',
      'parse-endpoint-input.ts',
      'parse-json-body.ts',
      'read-http-request.ts',
      'world-file-schema-and-parser.ts',
    ],
    ['send-with-faults.ts', 'world-state.ts', 'worlds'],
    ['require-key-permission-and-targets.ts', 'run-idempotently.ts'],
    ['run-openapi-operation.ts'],
    ['endpoint-call.ts'],
    ['behaviours'],
    ['handle-request.ts'],
    ['start-simulator.ts'],
    ['control-server.ts'],
    ['cli.ts'],
  ],
}

/** Folders that only files of their parent folder may import, in addition to the files listed here. */
const innerFolders = { main: { 'api/http': ['compose-database-services.ts'], 'api/layers': [], 'api/rate-limit': [] } }

const src = join(dirname(fileURLToPath(import.meta.url)), '../../src')
const levels = Object.fromEntries(
  Object.entries(layers).map(([area, rows]) => [
    area,
    new Map(rows.flatMap((entries, level) => entries.map((entry) => [entry, level]))),
  ]),
)

for (const [area, rows] of Object.entries(layers)) {
  const entries = rows.flat()
  const wrong = entries.find((entry, index) => entries.indexOf(entry) !== index || !existsSync(join(src, area, entry)))
  if (wrong !== undefined) throw new Error(`build/eslint/layers.js: ${area}/${wrong} is named twice or does not exist`)
}

/** The entry of the table that covers a file of the area; null if there is none. */
export function findEntry(area, file) {
  return [file, dirname(file)].find((entry) => levels[area].has(entry)) ?? null
}

/** Why a file of the area must not import another one; null if it may. Both files have an entry in the table. */
export function findForbiddenImport(area, file, imported) {
  const [entry, target] = [findEntry(area, file), findEntry(area, imported)]
  if (entry === target) return null
  const steps = levels[area].get(target) - levels[area].get(entry)
  if (steps >= 0) return `it is in ${steps === 0 ? 'the same layer' : 'a layer above'}`
  const importers = innerFolders[area]?.[target]
  const isInside = importers === undefined || file.startsWith(`${dirname(target)}/`) || importers.includes(file)
  return isInside ? null : `only ${dirname(target)} does`
}
