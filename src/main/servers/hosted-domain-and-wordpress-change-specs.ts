import { AppError } from '#shared/app-error.ts'
import { isSameHostName } from '#shared/host-name.ts'
import { sslStatusPrefixInLoggedNewValue } from '#shared/ipc/change-log.ts'
import type { LoggedServerChange } from '#shared/ipc/single-server-change-commands.ts'
import { createInputIssue } from '#shared/input-issues.ts'
import { defineServerChange } from './server-change-spec-interface.ts'
import {
  areUrlsEqualExceptScheme,
  normalizeTypedHostName,
  normalizeTypedSiteUrl,
} from './normalize-typed-host-names-and-urls.ts'
import {
  findIdInRow,
  findOnlyList,
  doesRowContainId,
  listTextsInRow,
} from './find-lists-ids-and-texts-in-undocumented-answer.ts'

/** Returns whether a list of names contains a name; null when the list cannot be found in the answer. */
function listsName(answer: unknown, name: string): boolean | null {
  const rows = findOnlyList(answer)
  return rows && rows.some((row) => listTextsInRow(row).some((text) => isSameHostName(text, name)))
}

const outcomeOfAddition = (isListed: boolean | null) =>
  isListed === null ? ('unclear' as const) : isListed ? ('done' as const) : ('not_done' as const)

const sslPart = 'SSL'
const httpsPart = 'HTTPS'

function joinParts(parts: readonly (string | null)[]): string | null {
  return parts.filter((part) => part !== null).join(', ') || null
}

/** A list shows only that a name or a site is there, or is not there any more. */
const unlessAnswered = ({ after }: LoggedServerChange, answer: unknown) =>
  answer === null ? { after: null, unproved: after } : { after, unproved: null }

type Site = { url?: string | undefined; title?: unknown }
type Sites = { wordpress?: Site[] | undefined }

function sitesAt({ wordpress }: Sites, url: string) {
  return (wordpress ?? []).filter((site) => site.url !== undefined && areUrlsEqualExceptScheme(site.url, url))
}

/**
 * Whether a site may be the installation with this title. The API description names `title` only in the request, so a
 * list may have it under another name, or not at all.
 */
const mayHaveTitle = (site: Site, title: string) =>
  typeof site.title !== 'string' || listTextsInRow(site).includes(title)

export const hostedDomainAndWordpressChangeSpecs = {
  addDomain: defineServerChange<'addDomain', 'hosting.addDomain', 'hosting.domains'>({
    endpoint: 'hosting.addDomain',
    normalizeInput: (input) => ({ ...input, domain: normalizeTypedHostName('domain', input.domain) }),
    toInput: ({ servername, domain, ssl, redirectHttps }) => ({
      servername,
      domain,
      ssl,
      redirect_https: redirectHttps,
    }),
    reading: {
      endpoint: 'hosting.domains',
      toInput: ({ servername }) => ({ servername }),
      findNeed: (before, { domain }) => (listsName(before, domain) ? 'already_listed' : 'needed'),
      determineOutcome: (after, { domain }) => outcomeOfAddition(listsName(after, domain)),
      showsLoggedChange: (later, { subject }) => subject !== null && listsName(later, subject) === true,
    },
    toResult: ({ ssl_status }) => ({ sslStatus: ssl_status ?? null }),
    describeForChangeLog: ({ domain, ssl, redirectHttps }) => ({
      subject: domain,
      after: joinParts([ssl ? sslPart : null, redirectHttps ? httpsPart : null]),
    }),
    keepProvedValues(described, answer) {
      if (answer === null || !described.after?.startsWith(sslPart)) return unlessAnswered(described, answer)
      const https = described.after.endsWith(httpsPart) ? httpsPart : null
      const { ssl_status: status } = answer
      return status
        ? { after: joinParts([`${sslStatusPrefixInLoggedNewValue}${status}`, https]), unproved: null }
        : { after: https, unproved: sslPart }
    },
  }),

  resetDomain: defineServerChange<'resetDomain', 'hosting.resetDomain', 'hosting.domain'>({
    endpoint: 'hosting.resetDomain',
    normalizeInput(input) {
      const domain = normalizeTypedHostName('domain', input.domain)
      if (normalizeTypedHostName('typedDomain', input.typedDomain) === domain) return { ...input, domain }
      throw new AppError('invalid_input', 'Not sent: the typed name is another one', {
        details: {
          issues: [createInputIssue('typedDomain', 'wrongForm', 'not the name of the domain')],
          hasHappened: false,
        },
      })
    },
    toInput: ({ servername, domain }) => ({ servername, domain }),
    reading: {
      endpoint: 'hosting.domain',
      toInput: ({ servername, domain }) => ({ servername, domain }),
      findNeed: () => 'needed',
      // The API description names no field that a reset changes, so a reading cannot prove the outcome.
      determineOutcome: () => 'unclear',
    },
    toResult: () => ({}),
    describeForChangeLog: ({ domain }) => ({ subject: domain, after: null }),
  }),

  addSubdomain: defineServerChange<'addSubdomain', 'hosting.addSubdomain', 'hosting.subdomains'>({
    endpoint: 'hosting.addSubdomain',
    normalizeInput: (input) => ({ ...input, subdomain: normalizeTypedHostName('subdomain', input.subdomain) }),
    toInput: ({ servername, subdomain, ssl }) => ({ servername, subdomain, ssl }),
    reading: {
      endpoint: 'hosting.subdomains',
      toInput: ({ servername }) => ({ servername }),
      findNeed: (before, { subdomain }) => (listsName(before, subdomain) ? 'already_listed' : 'needed'),
      determineOutcome: (after, { subdomain }) => outcomeOfAddition(listsName(after, subdomain)),
      showsLoggedChange: (later, { subject }) => subject !== null && listsName(later, subject) === true,
    },
    toResult: () => ({}),
    describeForChangeLog: ({ subdomain, ssl }) => ({ subject: subdomain, after: ssl ? sslPart : null }),
    keepProvedValues: unlessAnswered,
  }),

  installWordpress: defineServerChange<'installWordpress', 'hosting.installWordpress', 'hosting.wordpress'>({
    endpoint: 'hosting.installWordpress',
    normalizeInput: (input) => ({ ...input, url: normalizeTypedSiteUrl('url', input.url) }),
    toInput: ({ servername, url, title, adminUsername, adminPassword, adminEmail }) => ({
      servername,
      url,
      title,
      admin_username: adminUsername,
      admin_password: adminPassword,
      admin_email: adminEmail,
    }),
    reading: {
      endpoint: 'hosting.wordpress',
      toInput: ({ servername }) => ({ servername }),
      findNeed: (before, { url }) => (sitesAt(before, url).length > 0 ? 'already_listed' : 'needed'),
      determineOutcome(after, { url, title }) {
        const sites = sitesAt(after, url)
        // An installation with another title may be another program's, or Banto's own with a title that was changed
        // since.
        const isOther = sites.length > 0 && !sites.some((site) => mayHaveTitle(site, title))
        return outcomeOfAddition(after.wordpress === undefined || isOther ? null : sites.length > 0)
      },
      showsLoggedChange: (later, { subject, after: title }) =>
        subject !== null && sitesAt(later, subject).some((site) => title === null || mayHaveTitle(site, title)),
    },
    toResult: (answer) => ({ id: findIdInRow(answer, 'wp_id') }),
    describeForChangeLog: ({ url, title, adminUsername }) => ({ subject: url, after: title, notListed: adminUsername }),
    keepProvedValues({ subject, after: title, notListed }, answer, later) {
      if (answer !== null) return { after: title, unproved: null }
      const sites = later && subject !== null ? sitesAt(later, subject) : []
      return title !== null && sites.some((site) => listTextsInRow(site).includes(title))
        ? { after: title, unproved: notListed }
        : { after: null, unproved: joinParts([title, notListed]) }
    },
    secretsOf: ({ adminPassword }) => [adminPassword],
  }),

  deleteWordpress: defineServerChange<'deleteWordpress', 'hosting.deleteWordpress', 'hosting.wordpress'>({
    endpoint: 'hosting.deleteWordpress',
    toInput: ({ servername, id, deletesDatabase, deletesDatabaseUser, deletesCron }) => ({
      servername,
      wp_id: id,
      delete_db: deletesDatabase,
      delete_db_user: deletesDatabaseUser,
      delete_cron: deletesCron,
    }),
    reading: {
      endpoint: 'hosting.wordpress',
      toInput: ({ servername }) => ({ servername }),
      findNeed: (before, { url, id }) =>
        sitesAt(before, url).some((site) => doesRowContainId(site, id)) ? 'needed' : 'not_listed',
      determineOutcome: (after, { url, id }) =>
        after.wordpress === undefined
          ? 'unclear'
          : sitesAt(after, url).some((site) => doesRowContainId(site, id))
            ? 'not_done'
            : 'done',
      // The change log entry has the URL but not the installation's ID. So the change is shown only if no installation
      // is left at the URL.
      showsLoggedChange: (later, { subject }) =>
        subject !== null && later.wordpress !== undefined && sitesAt(later, subject).length === 0,
    },
    toResult: () => ({}),
    describeForChangeLog: ({ url, deletesDatabase, deletesDatabaseUser, deletesCron }) => ({
      subject: url,
      after: `delete_db=${deletesDatabase} delete_db_user=${deletesDatabaseUser} delete_cron=${deletesCron}`,
    }),
    keepProvedValues: unlessAnswered,
  }),
}
