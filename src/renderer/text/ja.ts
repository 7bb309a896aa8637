import type { Texts } from './en.ts'
import { accountProxy } from '#renderer/text/ja/account-proxy.ts'
import { accounts } from '#renderer/text/ja/accounts.ts'
import { syncSchedule } from '#renderer/text/ja/sync-schedule.ts'
import { readingPlan } from '#renderer/text/ja/reading-plan.ts'
import { activity } from '#renderer/text/ja/activity.ts'
import { annotations } from '#renderer/text/ja/annotations.ts'
import { common } from '#renderer/text/ja/common.ts'
import { requestConsole } from '#renderer/text/ja/request-console.ts'
import { csvChanges } from '#renderer/text/ja/csv-changes.ts'
import { customers } from '#renderer/text/ja/customers.ts'
import { pasteAccounts } from '#renderer/text/ja/paste-accounts.ts'
import { dns } from '#renderer/text/ja/dns.ts'
import { dnsComparison } from '#renderer/text/ja/dns-comparison.ts'
import { domains } from '#renderer/text/ja/domains.ts'
import { errors } from '#renderer/text/ja/errors.ts'
import { forgetGone } from '#renderer/text/ja/forget-gone.ts'
import { listCsv } from '#renderer/text/ja/list-csv.ts'
import { listTools } from '#renderer/text/ja/list-tools.ts'
import { logs } from '#renderer/text/ja/logs.ts'
import { mailRecords } from '#renderer/text/ja/mail-records.ts'
import { openapi } from '#renderer/text/ja/openapi.ts'
import { orders } from '#renderer/text/ja/orders.ts'
import { overview } from '#renderer/text/ja/overview.ts'
import { planFindings } from '#renderer/text/ja/change-plan-findings.ts'
import { changePlanView } from '#renderer/text/ja/change-plan-view.ts'
import { domainReading } from '#renderer/text/ja/domain-reading-cost-dialog.ts'
import { domainSettings } from '#renderer/text/ja/domain-settings.ts'
import { search } from '#renderer/text/ja/search.ts'
import { detectedChanges } from '#renderer/text/ja/detected-changes.ts'
import { servers } from '#renderer/text/ja/servers.ts'
import { serverDomains } from '#renderer/text/ja/server-domains.ts'
import { serverErrorLog } from '#renderer/text/ja/server-error-log.ts'
import { serverPage } from '#renderer/text/ja/server-page.ts'
import { serverVersionsAndUsage } from '#renderer/text/ja/versions-and-usage-of-servers.ts'
import { newSite } from '#renderer/text/ja/new-site.ts'
import { serverDatabases } from '#renderer/text/ja/server-databases.ts'
import { serverSecrets } from '#renderer/text/ja/server-secrets.ts'
import { serverSsh } from '#renderer/text/ja/server-ssh.ts'
import { serverWordpress } from '#renderer/text/ja/server-wordpress.ts'
import { settings } from '#renderer/text/ja/settings.ts'
import { shell } from '#renderer/text/ja/shell.ts'
import { recordsFile } from '#renderer/text/ja/records-file.ts'
import { zoneTools } from '#renderer/text/ja/zone-import-export-templates-snapshots.ts'
import { templates } from '#renderer/text/ja/templates.ts'
import { purchase } from '#renderer/text/ja/purchase.ts'
import { zoneEditor } from '#renderer/text/ja/zone-editor.ts'

export const ja: Texts = {
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
