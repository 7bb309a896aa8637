import { normalizeSiteUrl } from './normalize-and-compare-site-urls.ts'

export interface WordpressDraft {
  url: string
  title: string
  adminUsername: string
  adminEmail: string
  adminPassword: string
}

export type WordpressInstallProblem = 'needed' | 'noUrl' | 'noEmail'

/**
 * Returns what is wrong with each field: a text key under `serverWordpress.problem`. Without a problem, the field is
 * absent.
 */
export function findWordpressInstallProblems(
  draft: WordpressDraft,
): Partial<Record<keyof WordpressDraft, WordpressInstallProblem>> {
  const problems: Partial<Record<keyof WordpressDraft, WordpressInstallProblem>> = {}
  for (const [name, value] of Object.entries(draft) as [keyof WordpressDraft, string][])
    if (value.trim() === '') problems[name] = 'needed'
  if (problems.url === undefined && normalizeSiteUrl(draft.url) === null) problems.url = 'noUrl'
  if (problems.adminEmail === undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(draft.adminEmail.trim()))
    problems.adminEmail = 'noEmail'
  return problems
}
