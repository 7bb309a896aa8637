import { initialSchema } from './0001-initial-schema.ts'
import { rateLedgerUptime } from './0002-rate-ledger-uptime.ts'
import { cachedOffersAndBalanceRefusals } from './0003-cached-offers-and-balance-refusals.ts'
import { logReadTimes } from './0004-log-read-times.ts'
import { domainIpAddresses } from './0005-domain-ip-addresses.ts'
import { goneSinceAndShrunkenLists } from './0006-gone-since-and-shrunken-lists.ts'
import { indexDomainsWithoutZone } from './0007-index-domains-without-zone.ts'
import { syncDetailsError } from './0008-sync-details-error.ts'
import { listReadTimes } from './0009-list-read-times.ts'
import { mergedAccountsSql } from './0010-merged-accounts.ts'
import { syncErrorTime } from './0011-sync-error-time.ts'
import { jobs } from './0012-jobs.ts'
import { snapshots } from './0013-snapshots.ts'
import { changeLog } from './0014-change-log.ts'
import { zoneTemplates } from './0015-zone-templates.ts'
import { zoneDrafts } from './0016-zone-drafts.ts'
import { indexOpenJobItemsByDomain } from './0017-index-open-job-items-by-domain.ts'
import { indexChangeLogByJob } from './0018-index-change-log-by-job.ts'
import { presets } from './0019-presets.ts'
import { indexBegunJobItemsByDomain } from './0020-index-begun-job-items-by-domain.ts'
import { indexUnknownChanges } from './0021-index-unknown-changes.ts'
import { openapiDocuments } from './0022-openapi-documents.ts'
import { jobSecrets } from './0023-job-secrets.ts'
import { consoleTables } from './0024-console.ts'
import { continuedJobItems } from './0025-continued-job-items.ts'
import { changeResultTime } from './0026-change-result-time.ts'
import { usageReadings } from './0027-usage-readings.ts'
import { requestServiceTime } from './0028-request-service-time.ts'
import { annotations } from './0029-annotations.ts'
import { apiKeyLogArchiveSql } from './0030-api-key-log-archive.ts'
import { savedViews } from './0031-saved-views.ts'
import { logAddresses } from './0032-log-addresses.ts'
import { requestedWaits } from './0033-requested-waits.ts'
import { unprovedValuesOfEarlierChanges } from './0034-unproved-values-of-earlier-changes.ts'
import { seenChanges } from './0035-seen-changes.ts'
import { annotationCustomers } from './0036-annotation-customers.ts'
import { domainNameservers } from './0037-domain-nameservers.ts'
import { folderExpiryThresholds } from './0038-folder-expiry-thresholds.ts'
import { accountProxy } from './0039-account-proxy.ts'
import { toldNotifications } from './0040-told-notifications.ts'
import { mergeSearchIndexInSteps } from './0041-merge-search-index-in-steps.ts'
import { keyWriteChecks } from './0042-key-write-checks.ts'
import { syncSchedule } from './0043-sync-schedule.ts'
import { domainLockAndPrivacy } from './0044-domain-lock-and-privacy.ts'

/** Applied in order. The file's `user_version` is the number of applied migrations. Never change the statements of a released migration: add a new one. */
export const migrations: readonly string[] = [
  initialSchema,
  rateLedgerUptime,
  cachedOffersAndBalanceRefusals,
  logReadTimes,
  domainIpAddresses,
  goneSinceAndShrunkenLists,
  indexDomainsWithoutZone,
  syncDetailsError,
  listReadTimes,
  mergedAccountsSql,
  syncErrorTime,
  jobs,
  snapshots,
  changeLog,
  zoneTemplates,
  zoneDrafts,
  indexOpenJobItemsByDomain,
  indexChangeLogByJob,
  presets,
  indexBegunJobItemsByDomain,
  indexUnknownChanges,
  openapiDocuments,
  jobSecrets,
  consoleTables,
  continuedJobItems,
  changeResultTime,
  usageReadings,
  requestServiceTime,
  annotations,
  apiKeyLogArchiveSql,
  savedViews,
  logAddresses,
  requestedWaits,
  unprovedValuesOfEarlierChanges,
  seenChanges,
  annotationCustomers,
  domainNameservers,
  folderExpiryThresholds,
  accountProxy,
  toldNotifications,
  mergeSearchIndexInSteps,
  keyWriteChecks,
  syncSchedule,
  domainLockAndPrivacy,
]
