import { shell } from 'electron'
import { AppError } from '#shared/app-error.ts'

/** Opens an https URL whose host belongs to an account of the user. Throws `invalid_input` for any other URL. */
export async function openExternalUrl(url: string, knownHosts: ReadonlySet<string>): Promise<void> {
  const target = URL.canParse(url) ? new URL(url) : null
  if (target?.protocol !== 'https:' || !knownHosts.has(target.host))
    throw new AppError('invalid_input', 'Only https addresses of your accounts are opened.')
  await shell.openExternal(target.href)
}
