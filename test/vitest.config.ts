import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longer than ten seconds, the longest first. */
const longest = [
  'orders/paid-orders-campaign',
  'orders/sending/orders-under-faults-wrong-clocks-and-changes',
  'accounts/keychain-secret-store',
  'orders/journal/journal-damage',
  'orders/sending/find-ordered-server',
  'rate-limit/killed-app',
  'orders/reports/query-external-purchases',
  'orders/sending/update-accepted-orders-from-lists',
  'rate-limit/killed-client',
].map((name) => `/${name}.test.ts`)

/** Starts the longest files first, so that no run ends with one of them, even without times of an earlier run. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => longest.findIndex((name) => moduleId.endsWith(name)) >>> 0
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

const excluded = ['test/e2e/**', 'test/electron-stand-in/fixture/**']

/**
 * Test files that depend on the state of their process. The other files share one process per worker, which loads each
 * module once.
 */
const withOwnProcess = [
  'test/electron-stand-in/*.test.ts',
  // Searches the whole heap of the process.
  'test/main/orders/quotes/pending-auth-codes.test.ts',
  // They replace the timers before the shared clock of the views starts.
  'test/renderer/features/change-plans/minutes-of-open-plan.test.ts',
  'test/renderer/features/orders/checkout/wait-named-by-errors-of-quotes-and-names.test.ts',
  'test/renderer/features/orders/runs/use-order-run-time-left.test.ts',
  // They receive events from the bridge. `ipc-client.ts` registers its listener only once in a process, so each needs
  // its own process.
  'test/renderer/features/console/console-request-and-answer-store.test.ts',
  'test/renderer/features/new-site/zone-plan-follows-settings-of-account.test.ts',
  'test/renderer/features/orders/list/order-list-and-run-counts-change-together.test.ts',
  'test/renderer/stores/account-loading-error.test.ts',
  'test/renderer/stores/app-state-change-before-first-answer.test.ts',
  'test/renderer/stores/sync-request-error.test.ts',
  'test/renderer/stores/sync-totals-while-syncs-run.test.ts',
  // Replaces the bridge, so files after it in the same process would receive no events.
  'test/renderer/features/orders/detail/order-status-panel.test.ts',
  // They load Naive UI, which uses a `window` that other files leave behind.
  'test/renderer/components/missing-account.test.ts',
  'test/renderer/components/next-expiries-without-expiries.test.ts',
  'test/renderer/features/accounts/add-account-view.test.ts',
  'test/renderer/features/accounts/paste/pasted-key-that-was-not-added.test.ts',
  'test/renderer/features/accounts/paste/wait-named-by-result-of-pasted-key.test.ts',
  'test/renderer/features/accounts/proxy/account-proxy-drawer.test.ts',
  'test/renderer/features/activity/change-log/missing-account-of-change-log-entry.test.ts',
  'test/renderer/features/activity/change-log/time-of-error-in-change-log-entry.test.ts',
  'test/renderer/features/activity/jobs/error-of-ended-job-item.test.ts',
  'test/renderer/features/activity/jobs/error-of-job-action-names-its-job.test.ts',
  'test/renderer/features/annotations/error-of-changing-tags-of-selection.test.ts',
  'test/renderer/features/annotations/preview-of-csv-file-cut-off.test.ts',
  'test/renderer/features/annotations/use-annotation-csv.test.ts',
  'test/renderer/features/attention/attention-list-without-items.test.ts',
  'test/renderer/features/change-plans/domains-left-out-of-plan.test.ts',
  'test/renderer/features/change-plans/error-of-planned-domain-after-its-cause-ended.test.ts',
  'test/renderer/features/change-plans/plan-with-made-and-outdated-edits.test.ts',
  'test/renderer/features/console/error-of-chosen-openapi-operation.test.ts',
  'test/renderer/features/console/error-of-console-request.test.ts',
  'test/renderer/features/console/error-of-saving-console-request.test.ts',
  'test/renderer/features/console/request-history-list.test.ts',
  'test/renderer/features/console/use-send-console-request.test.ts',
  'test/renderer/features/customers/customer-pages-while-loading.test.ts',
  'test/renderer/features/customers/customer-print-sheet.test.ts',
  'test/renderer/features/domain-change-csv/domain-change-csv-view.test.ts',
  'test/renderer/features/domain-settings/change-setting-of-domain-button.test.ts',
  'test/renderer/features/domain-settings/setting-forms-follow-newer-reading.test.ts',
  'test/renderer/features/domains/domain-reading-cost-dialog.test.ts',
  'test/renderer/features/domains/domain-without-whois-is-read-completely.test.ts',
  'test/renderer/features/domains/empty-domain-list-of-short-word.test.ts',
  'test/renderer/features/domains/use-bulk-action-drawer.test.ts',
  'test/renderer/features/orders/checkout/paying-account-select.test.ts',
  'test/renderer/features/orders/checkout/quote-problems-name-account.test.ts',
  'test/renderer/features/orders/detail/order-again-panel.test.ts',
  'test/renderer/features/orders/detail/order-fact-list.test.ts',
  'test/renderer/features/orders/detail/record-order-outcome-panel.test.ts',
  'test/renderer/features/orders/journal-problem-banner-after-failed-write.test.ts',
  'test/renderer/features/orders/list/empty-order-list.test.ts',
  'test/renderer/features/orders/renew-domains/empty-renew-basket.test.ts',
  'test/renderer/features/orders/runs/order-run-card.test.ts',
  'test/renderer/features/orders/spending/renewal-forecast-section.test.ts',
  'test/renderer/features/orders/spending/spending-without-accounts.test.ts',
  'test/renderer/features/domains/uncertain-detail-is-read-again-only-where-possible.test.ts',
  'test/renderer/features/list-tools/domain-filter-offers-every-server.test.ts',
  'test/renderer/features/list-tools/error-of-saved-views-panel.test.ts',
  'test/renderer/features/list-tools/row-menu-counts-only-listed-rows-to-read.test.ts',
  'test/renderer/features/list-tools/use-read-row-from-service-again.test.ts',
  'test/renderer/features/new-site/age-of-zone-that-needs-no-change.test.ts',
  'test/renderer/features/pages-of-missing-account.test.ts',
  'test/renderer/features/servers/server-memo-without-account.test.ts',
  'test/renderer/features/servers/server-change-error-after-delay.test.ts',
  'test/renderer/features/servers/use-may-change-still-be-made.test.ts',
  'test/renderer/features/texts-kept-in-switched-language.test.ts',
  'test/renderer/features/server-versions-and-usage/oldest-reading-column.test.ts',
  'test/renderer/features/servers/databases/character-set-field.test.ts',
  'test/renderer/features/servers/error-log/line-count-is-chosen-only-where-log-can-be-read.test.ts',
  'test/renderer/features/servers/secrets/password-copied-before-sending.test.ts',
  'test/renderer/features/servers/use-database-setup.test.ts',
  'test/renderer/features/servers/use-server-change.test.ts',
  'test/renderer/features/settings/error-of-saving-names-its-setting.test.ts',
  'test/renderer/features/zone-editor/mail-records/mail-record-builders.test.ts',
  'test/renderer/features/zone-editor/paste-that-is-refused-as-a-whole.test.ts',
  'test/renderer/features/zone-tools/apply-template-drawer.test.ts',
  'test/renderer/features/zone-tools/snapshot-is-taken-only-where-zone-can-be-read.test.ts',
  'test/renderer/shell/database-rebuild-result-banner.test.ts',
  'test/renderer/shell/status-banners.test.ts',
  'test/renderer/ui/dialogs/error-of-confirmation-after-its-cause-ended.test.ts',
  'test/renderer/ui/notices/error-notice-shown-again.test.ts',
]

export default defineConfig({
  plugins: [vue()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'shared process',
          include: ['test/**/*.test.ts'],
          exclude: [...excluded, ...withOwnProcess],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'own process', include: withOwnProcess, exclude: excluded } },
    ],
    environment: 'node',
    globalSetup: [
      'test/memory-folder-global-setup.ts',
      'test/keyring-global-setup.ts',
      'test/bundle-scripts-for-processes-global-setup.ts',
    ],
    setupFiles: ['test/renderer/fail-on-text-without-value.ts'],
    pool: 'forks',
    // A worker loads many modules and creates many short-lived objects. In a small young generation, a tenth of the
    // processor time is spent on collecting them.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    // Several files mostly wait: for time limits, the keychain or killed processes. Two workers leave half of two cores
    // idle.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // The time limits only end tests that hang. Tests take up to ten times as long when other programs use both
    // processors.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 100_000 } },
    // `npm test` repeats failures at its end by their messages, without diffs. A message must therefore be complete.
    chaiConfig: { truncateThreshold: 2_000 },
  },
})
