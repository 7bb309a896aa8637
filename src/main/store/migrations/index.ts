import { initialSchema } from './0001-initial-schema.ts'
import { departureUptime } from './0002-departure-uptime.ts'
import { planAndPriceOffers } from './0003-plan-and-price-offers.ts'
import { logReadTimes } from './0004-log-read-times.ts'
import { domainIpAddresses } from './0005-domain-ip-addresses.ts'
import { goneSinceAndShrunkenLists } from './0006-gone-since-and-shrunken-lists.ts'
import { unreadZoneIndex } from './0007-unread-zone-index.ts'
import { syncDetailsError } from './0008-sync-details-error.ts'
import { listReadTimes } from './0009-list-read-times.ts'
import { mergedAccounts } from './0010-merged-accounts.ts'
import { syncErrorTime } from './0011-sync-error-time.ts'
import { jobs } from './0012-jobs.ts'
import { snapshots } from './0013-snapshots.ts'
import { changeLog } from './0014-change-log.ts'
import { zoneTemplates } from './0015-zone-templates.ts'
import { zoneDrafts } from './0016-zone-drafts.ts'
import { openJobItemDomains } from './0017-open-job-item-domains.ts'
import { changeLogJobs } from './0018-change-log-jobs.ts'
import { presets } from './0019-presets.ts'
import { begunJobItemDomains } from './0020-begun-job-item-domains.ts'
import { unknownChanges } from './0021-unknown-changes.ts'
import { openapiDocuments } from './0022-openapi-documents.ts'
import { jobSecrets } from './0023-job-secrets.ts'
import { consoleTables } from './0024-console.ts'
import { plannedAgain } from './0025-planned-again.ts'
import { changeConfirmations } from './0026-change-confirmations.ts'
import { usageReadings } from './0027-usage-readings.ts'
import { requestServiceTime } from './0028-request-service-time.ts'

/** Applied in order. The file's `user_version` is the number of applied migrations. Never change the statements of a released migration: add a new one. */
export const migrations: readonly string[] = [
  initialSchema,
  departureUptime,
  planAndPriceOffers,
  logReadTimes,
  domainIpAddresses,
  goneSinceAndShrunkenLists,
  unreadZoneIndex,
  syncDetailsError,
  listReadTimes,
  mergedAccounts,
  syncErrorTime,
  jobs,
  snapshots,
  changeLog,
  zoneTemplates,
  zoneDrafts,
  openJobItemDomains,
  changeLogJobs,
  presets,
  begunJobItemDomains,
  unknownChanges,
  openapiDocuments,
  jobSecrets,
  consoleTables,
  plannedAgain,
  changeConfirmations,
  usageReadings,
  requestServiceTime,
]
