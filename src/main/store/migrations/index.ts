import { initialSchemaSql } from './0001-initial-schema.ts'
import { machineUptimeOfRateLedgerRowsSql } from './0002-machine-uptime-of-rate-ledger-rows.ts'
import { priceAndPlanListsAndBalanceRefusalsSql } from './0003-price-and-plan-lists-and-balance-refusals.ts'
import { completeReadTimesOfPostLogEntriesSql } from './0004-complete-read-times-of-post-log-entries.ts'
import { domainAddressesAndRefusedZonesSql } from './0005-domain-addresses-and-refused-zones.ts'
import { goneSinceAndShrunkenListsSql } from './0006-gone-since-and-shrunken-lists.ts'
import { indexDomainsWithUnreadZoneSql } from './0007-index-domains-with-unread-zone.ts'
import { syncDetailsErrorSql } from './0008-sync-details-error.ts'
import { readTimesOfDomainAndServerListSql } from './0009-read-times-of-domain-and-server-list.ts'
import { mergedAccountsSql } from './0010-merged-accounts.ts'
import { syncErrorTimeSql } from './0011-sync-error-time.ts'
import { jobsSql } from './0012-jobs.ts'
import { domainSnapshotsSql } from './0013-domain-snapshots.ts'
import { changeLogSql } from './0014-change-log.ts'
import { zoneTemplatesSql } from './0015-zone-templates.ts'
import { zoneDraftsSql } from './0016-zone-drafts.ts'
import { indexOpenJobItemsByDomainSql } from './0017-index-open-job-items-by-domain.ts'
import { indexChangeLogByJobSql } from './0018-index-change-log-by-job.ts'
import { whoisAndNameserverPresetsSql } from './0019-whois-and-nameserver-presets.ts'
import { indexBegunJobItemsByDomainSql } from './0020-index-begun-job-items-by-domain.ts'
import { indexChangesWithUnknownOutcomeSql } from './0021-index-changes-with-unknown-outcome.ts'
import { openapiDocumentsSql } from './0022-openapi-documents.ts'
import { jobSecretsSql } from './0023-job-secrets.ts'
import { consoleHistoryAndSavedRequestsSql } from './0024-console-history-and-saved-requests.ts'
import { jobItemsThatContinueOtherItemsSql } from './0025-job-items-that-continue-other-items.ts'
import { changeResultTimeSql } from './0026-change-result-time.ts'
import { dailyServerUsageReadingsSql } from './0027-daily-server-usage-readings.ts'
import { serviceClockTimeOfRequestsSql } from './0028-service-clock-time-of-requests.ts'
import { annotationsSql } from './0029-annotations.ts'
import { keyLogArchiveAndLogEntryTargetsSql } from './0030-key-log-archive-and-log-entry-targets.ts'
import { savedViewsSql } from './0031-saved-views.ts'
import { knownLogSourceAddressesSql } from './0032-known-log-source-addresses.ts'
import { retryAfterWaitsSql } from './0033-retry-after-waits.ts'
import { unprovedValuesOfServerChangesSql } from './0034-unproved-values-of-server-changes.ts'
import { detectedChangesSql } from './0035-detected-changes.ts'
import { annotationCustomersSql } from './0036-annotation-customers.ts'
import { domainNameserversSql } from './0037-domain-nameservers.ts'
import { folderExpiryThresholdsSql } from './0038-folder-expiry-thresholds.ts'
import { accountProxySql } from './0039-account-proxy.ts'
import { shownNotificationsSql } from './0040-shown-notifications.ts'
import { disableSearchIndexAutomergeSql } from './0041-disable-search-index-automerge.ts'
import { searchesOfKeyLogsForWritesSql } from './0042-searches-of-key-logs-for-writes.ts'
import { syncScheduleSql } from './0043-sync-schedule.ts'
import { domainLockAndPrivacySql } from './0044-domain-lock-and-privacy.ts'
import { serverMemoReadAtSql } from './0045-server-memo-read-at.ts'
import { domainDetailsReadAtSql } from './0046-domain-details-read-at.ts'
import { retryAfterWaitsWithoutLimitHeadersSql } from './0047-retry-after-waits-without-limit-headers.ts'
import { syncDetailsNoKeyMayReadSql } from './0048-sync-details-no-key-may-read.ts'
import { indexChangesBeingSentSql } from './0049-index-changes-being-sent.ts'
import { changesDecidedByReadingSql } from './0050-changes-decided-by-reading.ts'
import { unreadDetailsOfSyncsSql } from './0051-unread-details-of-syncs.ts'
import { unfinishedAccountRemovalsSql } from './0052-unfinished-account-removals.ts'
import { syncDetailsEndedAtSql } from './0053-sync-details-ended-at.ts'
import { dryRunsOfThisAppSql } from './0054-dry-runs-of-this-app.ts'
import { inFlightRequestsAndLogEntriesOfUncertainSenderSql } from './0055-in-flight-requests-and-log-entries-of-uncertain-sender.ts'
import { searchTextOfServerChangesSql } from './0056-search-text-of-server-changes.ts'
import { searchTextOfRecordChangesSql } from './0057-search-text-of-record-changes.ts'
import { logsOfReplacedSecretsSql } from './0058-logs-of-replaced-secrets.ts'
import { replacementTimeOfKeySecretsSql } from './0059-replacement-time-of-key-secrets.ts'
import { readTimeOfDomainsWithoutADetailSql } from './0060-read-time-of-domains-without-a-detail.ts'
import { detailsReadBySyncSql } from './0061-details-read-by-sync.ts'
import { indexFailedDetailReadsSql } from './0062-index-failed-detail-reads.ts'
import { indexRequestsByServiceTimeSql } from './0063-index-requests-by-service-time.ts'

/**
 * Applied in order. The file's `user_version` is the number of applied migrations. Never change the statements of a
 * released migration: add a new one.
 */
export const migrations: readonly string[] = [
  initialSchemaSql,
  machineUptimeOfRateLedgerRowsSql,
  priceAndPlanListsAndBalanceRefusalsSql,
  completeReadTimesOfPostLogEntriesSql,
  domainAddressesAndRefusedZonesSql,
  goneSinceAndShrunkenListsSql,
  indexDomainsWithUnreadZoneSql,
  syncDetailsErrorSql,
  readTimesOfDomainAndServerListSql,
  mergedAccountsSql,
  syncErrorTimeSql,
  jobsSql,
  domainSnapshotsSql,
  changeLogSql,
  zoneTemplatesSql,
  zoneDraftsSql,
  indexOpenJobItemsByDomainSql,
  indexChangeLogByJobSql,
  whoisAndNameserverPresetsSql,
  indexBegunJobItemsByDomainSql,
  indexChangesWithUnknownOutcomeSql,
  openapiDocumentsSql,
  jobSecretsSql,
  consoleHistoryAndSavedRequestsSql,
  jobItemsThatContinueOtherItemsSql,
  changeResultTimeSql,
  dailyServerUsageReadingsSql,
  serviceClockTimeOfRequestsSql,
  annotationsSql,
  keyLogArchiveAndLogEntryTargetsSql,
  savedViewsSql,
  knownLogSourceAddressesSql,
  retryAfterWaitsSql,
  unprovedValuesOfServerChangesSql,
  detectedChangesSql,
  annotationCustomersSql,
  domainNameserversSql,
  folderExpiryThresholdsSql,
  accountProxySql,
  shownNotificationsSql,
  disableSearchIndexAutomergeSql,
  searchesOfKeyLogsForWritesSql,
  syncScheduleSql,
  domainLockAndPrivacySql,
  serverMemoReadAtSql,
  domainDetailsReadAtSql,
  retryAfterWaitsWithoutLimitHeadersSql,
  syncDetailsNoKeyMayReadSql,
  indexChangesBeingSentSql,
  changesDecidedByReadingSql,
  unreadDetailsOfSyncsSql,
  unfinishedAccountRemovalsSql,
  syncDetailsEndedAtSql,
  dryRunsOfThisAppSql,
  inFlightRequestsAndLogEntriesOfUncertainSenderSql,
  searchTextOfServerChangesSql,
  searchTextOfRecordChangesSql,
  logsOfReplacedSecretsSql,
  replacementTimeOfKeySecretsSql,
  readTimeOfDomainsWithoutADetailSql,
  detailsReadBySyncSql,
  indexFailedDetailReadsSql,
  indexRequestsByServiceTimeSql,
]
