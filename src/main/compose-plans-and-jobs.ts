import type { Accounts } from '#main/accounts/accounts.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import type { ChangeLog } from '#main/change-log/change-log-store.ts'
import type { Clock } from './clock.ts'
import type { EmitEvent } from './event-emitter-port.ts'
import type { KeyedTaskQueue } from '#main/event-loop/keyed-task-queue.ts'
import { queryDomainRow } from '#main/inventory/domains/query-domains.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import { queryServerRow } from '#main/inventory/servers/query-servers.ts'
import {
  computeReadingJobQuotaFraction,
  findReadingJobLimitError,
} from '#main/reading-jobs/daily-limit-of-reading-jobs.ts'
import { createDomainChangePlansHandlers } from '#main/ipc/handlers/domain-change-plans.ts'
import { createDomainReadingHandlers } from '#main/ipc/handlers/domain-reading.ts'
import { createJobsHandlers } from '#main/ipc/handlers/jobs.ts'
import { createNewSiteHandlers } from '#main/ipc/handlers/new-site.ts'
import { createServerJobsHandlers } from '#main/ipc/handlers/server-jobs.ts'
import { createZoneTemplatesHandlers } from '#main/ipc/handlers/zone-templates.ts'
import { createWhoisAndNameserverPresetsHandlers } from '#main/ipc/handlers/whois-and-nameserver-presets.ts'
import { createZoneDraftsHandlers } from '#main/ipc/handlers/zone-drafts.ts'
import { exportJobCsv, type ExportJobCsvDeps } from '#main/jobs/export-job-csv.ts'
import { createJobRunner } from '#main/jobs/job-runner.ts'
import type { IntentBodyCipher } from '#main/orders/journal/journal-interface.ts'
import { createDomainChangePlanService } from '#main/plans/domain-change-plan-service.ts'
import { createDomainChangesJobKind } from '#main/plans/domain-changes-job-kind.ts'
import { saveDomainChangeCsvExample } from '#main/plans/save-domain-change-csv-example.ts'
import { createWhoisAndNameserverPresetStore } from '#main/plans/whois-and-nameserver-preset-store.ts'
import { createZoneDraftStore } from '#main/plans/zone-draft-store.ts'
import { createZoneTemplateStore } from '#main/plans/zone-template-store.ts'
import { createReadDetailsJobKind } from '#main/reading-jobs/read-details-job-kind.ts'
import {
  createClearCachesJobKind,
  createReadErrorLogsJobKind,
} from '#main/server-jobs/clear-caches-and-read-error-logs-job-kinds.ts'
import { createServerErrorLogCache } from '#main/server-jobs/server-error-log-cache.ts'
import { createNewSiteJobKind } from '#main/server-jobs/new-site-job-kind.ts'
import { startNewSite } from '#main/server-jobs/start-new-site-job.ts'
import type { DomainSnapshotStore } from '#main/snapshots/domain-snapshot-store.ts'
import type { Database } from '#main/store/database.ts'
import type { SettingsStore } from '#main/store/settings-store.ts'

interface PlansAndJobsDeps {
  api: ApiClient
  accounts: Accounts
  inventory: InventoryStore
  snapshots: DomainSnapshotStore
  changeLog: ChangeLog
  /** Encrypts the password of a new site, which is stored with its job. */
  cipher: IntentBodyCipher
  database: Database
  clock: Clock
  newId: () => string
  emit: EmitEvent
  settings: SettingsStore
  choosePathAndSaveFile: ExportJobCsvDeps['choosePathAndSaveFile']
  /** The changes of one domain run one after another, as do the changes of one server. */
  runByDomain: KeyedTaskQueue
  runByServer: KeyedTaskQueue
}

/** Composes the plans of changes of domains, the kinds of jobs with their runner, and what plans are made from. */
export function composePlansAndJobs({
  api,
  accounts,
  inventory,
  snapshots,
  changeLog,
  cipher,
  database,
  clock,
  newId,
  emit,
  settings,
  choosePathAndSaveFile,
  runByDomain,
  runByServer,
}: PlansAndJobsDeps) {
  const drafts = createZoneDraftStore({ database, clock })
  const templates = createZoneTemplateStore({ database, clock, newId })
  const errorLogs = createServerErrorLogCache()
  const changesDeps = { inventory, clock, snapshots, changeLog, drafts }
  const readingFraction = () => computeReadingJobQuotaFraction(settings.get().backgroundShare)
  const jobs = createJobRunner({
    api,
    database,
    clock,
    newId,
    emit,
    kinds: {
      domain_changes: createDomainChangesJobKind(changesDeps),
      read_domains: createReadDetailsJobKind('domain', {
        inventory,
        clock,
        findRow: (accountId, name) => queryDomainRow(database, accountId, name),
      }),
      read_servers: createReadDetailsJobKind('server', {
        inventory,
        clock,
        findRow: (accountId, name) => queryServerRow(database, accountId, name),
      }),
      clear_caches: createClearCachesJobKind({ inventory, changeLog, clock, runByServer }),
      read_error_logs: createReadErrorLogsJobKind({ inventory, keep: errorLogs.add }),
      new_site: createNewSiteJobKind({ ...changesDeps, decrypt: cipher.decrypt, runByServer }),
    },
    runByDomain,
    findObstacle: (accountId, isReading) =>
      api.findObstacle(accountId, isReading ? 'hosting.info' : 'domain.addRecord'),
    findReadingJobLimitError: (accountId, limitClass) =>
      findReadingJobLimitError(api, accountId, limitClass, settings.get().backgroundShare),
    readingFraction,
  })
  const plans = createDomainChangePlanService({
    api,
    inventory,
    accounts,
    snapshots,
    templates,
    jobs,
    changeLog,
    clock,
    emit,
  })
  const handlers = {
    ...createDomainChangePlansHandlers({
      plans,
      saveDomainChangeCsvExample: (labels) => saveDomainChangeCsvExample({ choosePathAndSaveFile }, labels),
    }),
    ...createZoneDraftsHandlers({ drafts }),
    ...createZoneTemplatesHandlers({ templates }),
    ...createWhoisAndNameserverPresetsHandlers({
      presets: createWhoisAndNameserverPresetStore({ database, clock, newId }),
    }),
    ...createJobsHandlers({
      jobs,
      exportCsv(jobId, labels) {
        const accountLabels = new Map(accounts.list().map(({ id, label }) => [id, label]))
        return exportJobCsv(
          { jobs, clock, choosePathAndSaveFile, labelOf: (id) => accountLabels.get(id) ?? null },
          jobId,
          labels,
        )
      },
    }),
    ...createNewSiteHandlers({
      start: (input) => startNewSite({ plans, jobs, inventory, encrypt: cipher.encrypt }, input),
    }),
    ...createServerJobsHandlers({ jobs, api, inventory, errorLogs, clock, readingFraction, choosePathAndSaveFile }),
    ...createDomainReadingHandlers({
      database,
      api,
      jobs,
      clock,
      backgroundShare: () => settings.get().backgroundShare,
    }),
  }
  return { plans, jobs, handlers }
}
