import type { NewSiteDraft } from './new-site-draft.ts'

export const newSiteWordpressFields = ['title', 'adminUsername', 'adminEmail', 'adminPassword'] as const

export type NewSiteWordpressField = (typeof newSiteWordpressFields)[number]

/** Returns the problem of each WordPress field as a text key. */
export function findNewSiteWordpressProblems(
  draft: NewSiteDraft,
): Partial<Record<NewSiteWordpressField, 'needed' | 'noEmail'>> {
  if (!draft.hasWordpress) return {}
  const isMail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(draft.adminEmail.trim())
  return {
    ...(draft.adminEmail.trim() !== '' && !isMail && { adminEmail: 'noEmail' as const }),
    ...Object.fromEntries(
      newSiteWordpressFields.filter((name) => draft[name].trim() === '').map((name) => [name, 'needed' as const]),
    ),
  }
}
