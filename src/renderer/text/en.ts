import { accountProxy } from '#renderer/text/en/account-proxy.ts'
import { accounts } from '#renderer/text/en/accounts.ts'
import { syncSchedule } from '#renderer/text/en/sync-schedule.ts'
import { readingPlan } from '#renderer/text/en/reading-plan.ts'
import { activity } from '#renderer/text/en/activity.ts'
import { annotations } from '#renderer/text/en/annotations.ts'
import { common } from '#renderer/text/en/common.ts'
import { requestConsole } from '#renderer/text/en/request-console.ts'
import { csvChanges } from '#renderer/text/en/csv-changes.ts'
import { customers } from '#renderer/text/en/customers.ts'
import { pasteAccounts } from '#renderer/text/en/paste-accounts.ts'
import { dns } from '#renderer/text/en/dns.ts'
import { dnsComparison } from '#renderer/text/en/dns-comparison.ts'
import { domains } from '#renderer/text/en/domains.ts'
import { errors } from '#renderer/text/en/errors.ts'
import { forgetGone } from '#renderer/text/en/forget-gone.ts'
import { listCsv } from '#renderer/text/en/list-csv.ts'
import { listTools } from '#renderer/text/en/list-tools.ts'
import { logs } from '#renderer/text/en/logs.ts'
import { mailRecords } from '#renderer/text/en/mail-records.ts'
import { openapi } from '#renderer/text/en/openapi.ts'
import { orders } from '#renderer/text/en/orders.ts'
import { overview } from '#renderer/text/en/overview.ts'
import { planFindings } from '#renderer/text/en/change-plan-findings.ts'
import { changePlanView } from '#renderer/text/en/change-plan-view.ts'
import { domainReading } from '#renderer/text/en/domain-reading-cost-dialog.ts'
import { domainSettings } from '#renderer/text/en/domain-settings.ts'
import { search } from '#renderer/text/en/search.ts'
import { detectedChanges } from '#renderer/text/en/detected-changes.ts'
import { servers } from '#renderer/text/en/servers.ts'
import { serverDomains } from '#renderer/text/en/server-domains.ts'
import { serverErrorLog } from '#renderer/text/en/server-error-log.ts'
import { serverPage } from '#renderer/text/en/server-page.ts'
import { serverVersionsAndUsage } from '#renderer/text/en/versions-and-usage-of-servers.ts'
import { newSite } from '#renderer/text/en/new-site.ts'
import { serverDatabases } from '#renderer/text/en/server-databases.ts'
import { serverSecrets } from '#renderer/text/en/server-secrets.ts'
import { serverSsh } from '#renderer/text/en/server-ssh.ts'
import { serverWordpress } from '#renderer/text/en/server-wordpress.ts'
import { settings } from '#renderer/text/en/settings.ts'
import { shell } from '#renderer/text/en/shell.ts'
import { recordsFile } from '#renderer/text/en/records-file.ts'
import { zoneTools } from '#renderer/text/en/zone-import-export-templates-snapshots.ts'
import { templates } from '#renderer/text/en/templates.ts'
import { purchase } from '#renderer/text/en/purchase.ts'
import { zoneEditor } from '#renderer/text/en/zone-editor.ts'

export const en = {
  common,
  shell,
  errors,
  accounts,
  accountProxy,
  syncSchedule,
  readingPlan,
  overview,
  settings,
  domains,
  annotations,
  forgetGone,
  listCsv,
  listTools,
  dns,
  zoneEditor,
  dnsComparison,
  mailRecords,
  plan: planFindings,
  changePlanView,
  domainSettings,
  domainReading,
  csvChanges,
  customers,
  pasteAccounts,
  recordsFile,
  zoneTools,
  templates,
  servers,
  serverPage,
  serverDomains,
  serverErrorLog,
  newSite,
  serverVersions: serverVersionsAndUsage,
  serverDatabases,
  serverSecrets,
  serverSsh,
  serverWordpress,
  logs,
  activity,
  detectedChanges,
  console: requestConsole,
  search,
  orders,
  openapi,
  purchase,
}
export type Texts = typeof en
