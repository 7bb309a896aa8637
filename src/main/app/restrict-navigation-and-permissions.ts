import { app, session } from 'electron'

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
