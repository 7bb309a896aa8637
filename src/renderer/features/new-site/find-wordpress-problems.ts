import type { NewSiteDraft } from './new-site-draft.ts'

export const wordpressFields = ['title', 'adminUsername', 'adminEmail', 'adminPassword'] as const

export type WordpressField = (typeof wordpressFields)[number]

/** The text keys of what is wrong with the fields of WordPress. */
export function findWordpressProblems(draft: NewSiteDraft): Partial<Record<WordpressField, 'needed' | 'noEmail'>> {
  if (!draft.hasWordpress) return {}
  const isMail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(draft.adminEmail.trim())
  return {
    ...(draft.adminEmail.trim() !== '' && !isMail && { adminEmail: 'noEmail' as const }),
    ...Object.fromEntries(
      wordpressFields.filter((name) => draft[name].trim() === '').map((name) => [name, 'needed' as const]),
    ),
  }
}
