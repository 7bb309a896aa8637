import { app, session, shell } from 'electron'
import { AppError } from '#shared/app-error.ts'

/** Denies navigation to other origins, new windows and webviews for all pages. */
export function restrictNavigation(origin: string): void {
  app.on('web-contents-created', (_event, contents) => {
    const preventForeignNavigation = (event: { preventDefault(): void }, url: string) => {
      if (url !== origin && !url.startsWith(`${origin}/`)) event.preventDefault()
    }
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.on('will-navigate', (event) => preventForeignNavigation(event, event.url))
    contents.on('will-redirect', (event) => preventForeignNavigation(event, event.url))
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}

/** Call it after `app` is ready. By default Electron approves every permission. */
export function denyPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.defaultSession.setPermissionCheckHandler(() => false)
}

/** Opens an https URL whose host belongs to an account of the user. Throws `invalid_input` for any other URL. */
export async function openExternal(url: string, knownHosts: ReadonlySet<string>): Promise<void> {
  const target = URL.canParse(url) ? new URL(url) : null
  if (target?.protocol !== 'https:' || !knownHosts.has(target.host))
    throw new AppError('invalid_input', 'Only https addresses of your accounts are opened.')
  await shell.openExternal(target.href)
}
