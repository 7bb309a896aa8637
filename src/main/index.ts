import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { app, dialog, nativeTheme, session } from 'electron'
import { createKeytarOsKeychain } from '#main/accounts/keytar-os-keychain.ts'
import { rendererOrigin, registerRendererScheme, serveRendererFiles } from '#main/app/serve-renderer-files.ts'
import { systemResolversAndPort53 } from '#main/dns/authoritative/dns-resolvers-and-port.ts'
import { removeInsecureEnvironmentVariables } from '#main/app/remove-insecure-environment-variables.ts'
import { createTrayIcon } from '#main/app/tray-icon.ts'
import { setMenuLanguage } from '#main/app/set-menu-language.ts'
import { chooseAndReadFile } from '#main/app/choose-and-read-file.ts'
import { choosePathAndSaveFile } from '#main/app/choose-path-and-save-file.ts'
import { openExternalUrl } from '#main/app/open-https-url-of-account-host.ts'
import { denyPermissions, restrictNavigation } from '#main/app/restrict-navigation-and-permissions.ts'
import { createDesktopNotifier } from '#main/app/desktop-notifier.ts'
import { emitToWindows } from '#main/app/emit-to-windows.ts'
import { createMainWindow, bringMainWindowToFront } from '#main/app/main-window.ts'
import { systemClock } from './clock.ts'
import { composeMainProcess, type MainProcess } from './compose-main-process.ts'
import { registerIpcMain } from '#main/ipc/register-ipc-main.ts'

removeInsecureEnvironmentVariables(process.env)

const devServer = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']
const origin = devServer ? new URL(devServer).origin : rendererOrigin

app.enableSandbox()
registerRendererScheme()
const profile = resolve(app.commandLine.getSwitchValue('profile') || app.getPath('userData'))
makeFolder(profile)
app.setPath('userData', profile)
app.setAppUserModelId('app.banto')

if (app.requestSingleInstanceLock()) {
  app.on('window-all-closed', () => app.quit())
  restrictNavigation(origin)
  void app.whenReady().then(start)
} else {
  app.quit()
}

/** Creates the profile folder. If that fails, shows the error and exits, because the app cannot run without it. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
  } catch (error) {
    dialog.showErrorBox('Banto', `${path}\n${error instanceof Error ? error.message : String(error)}`)
    app.exit(1)
  }
}

function start(): void {
  denyPermissions()
  serveRendererFiles(join(import.meta.dirname, '../renderer'))
  const main = composeMainProcess({
    profile,
    version: app.getVersion(),
    platform: process.platform,
    systemLanguage: app.getPreferredSystemLanguages()[0]?.startsWith('ja') ? 'ja' : 'en',
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    secrets: createKeytarOsKeychain({ service: 'Banto' }),
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    dnsServers: systemResolversAndPort53,
    choosePathAndSaveFile,
    chooseAndReadFile,
    openapiWorkerUrl: new URL('./openapi-worker.js', import.meta.url),
    queryWorkerUrl: new URL('./query-worker.js', import.meta.url),
    openExternal: openExternalUrl,
    emit: emitToWindows,
    notifier: createDesktopNotifier(),
    showWindow: showMainWindow,
    tray: createTrayIcon(process.platform, showMainWindow),
    quit: () => app.quit(),
    onTheme: (theme) => (nativeTheme.themeSource = theme),
    onLanguage: setMenuLanguage,
  })
  registerIpcMain(main.router, origin)
  main.startQueryThread()
  let isQuitting = false
  showMainWindow()
  app.on('second-instance', showMainWindow)
  // The icon in the dock of macOS.
  app.on('activate', showMainWindow)
  app.on('before-quit', () => (isQuitting = true))
  closeBeforeQuit(main)
  main.start()

  function showMainWindow(): void {
    isQuitting = false
    if (bringMainWindowToFront()) return
    createMainWindow(devServer ?? `${rendererOrigin}/index.html`, {
      bounds: main.windowBounds(),
      onBounds: main.saveWindowBounds,
      hidesOnClose: () => !isQuitting && main.keepsRunningInTray(),
    })
  }
}

/** Delays quitting until calls in flight are recorded and the database is closed. */
function closeBeforeQuit({ close, hasHungCall }: Pick<MainProcess, 'close' | 'hasHungCall'>): void {
  let isClosed = false
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    void close().finally(() => {
      isClosed = true
      // A hanging keychain call occupies a thread, and the process would wait for it. All data is stored at this point.
      if (hasHungCall()) process.kill(process.pid, 'SIGKILL')
      app.quit()
    })
  })
}
