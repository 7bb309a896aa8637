import { app, session, shell } from 'electron'
import { AppError } from '#shared/app-error.ts'

/** The page may go nowhere, open nothing and ask for nothing. */
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

/** After `app` is ready. Electron's default approves every permission. */
export function denyPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.defaultSession.setPermissionCheckHandler(() => false)
}

/** Opens an https address of a host that the person configured as an account's; anything else is refused. */
export async function openExternal(url: string, knownHosts: ReadonlySet<string>): Promise<void> {
  const target = URL.canParse(url) ? new URL(url) : null
  if (target?.protocol !== 'https:' || !knownHosts.has(target.host)) throw new AppError('invalid_input', 'Only https addresses of your accounts are opened.')
  await shell.openExternal(target.href)
}
