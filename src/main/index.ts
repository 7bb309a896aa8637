import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { app, dialog, nativeTheme, session } from 'electron'
import { createKeytarStore } from './accounts/keytar-store.ts'
import { bundleOrigin, registerBundleScheme, serveBundle } from './app/bundle.ts'
import { removeWeakeningVariables } from './app/environment.ts'
import { setMenu } from './app/menu.ts'
import { saveFile } from './app/save-file.ts'
import { denyPermissions, lockDown, openExternal } from './app/security.ts'
import { emitToWindows, openWindow, showWindow } from './app/window.ts'
import { systemClock } from './clock.ts'
import { composeMain, type Main } from './compose.ts'
import { serve } from './ipc/serve.ts'

removeWeakeningVariables(process.env)

const devServer = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']
const origin = devServer ? new URL(devServer).origin : bundleOrigin

app.enableSandbox()
registerBundleScheme()
const profile = resolve(app.commandLine.getSwitchValue('profile') || app.getPath('userData'))
makeFolder(profile)
app.setPath('userData', profile)
app.setAppUserModelId('app.banto')

if (app.requestSingleInstanceLock()) {
  app.on('second-instance', showWindow)
  app.on('window-all-closed', () => app.quit())
  lockDown(origin)
  void app.whenReady().then(start)
} else {
  app.quit()
}

/** Without its folder the app has nothing to stand on: it says so and ends. */
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
  serveBundle(join(import.meta.dirname, '../renderer'))
  setMenu(process.platform === 'darwin')
  const main = composeMain({
    profile,
    version: app.getVersion(),
    platform: process.platform,
    systemLanguage: app.getPreferredSystemLanguages()[0]?.startsWith('ja') ? 'ja' : 'en',
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    secrets: createKeytarStore({ service: 'Banto' }),
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    saveFile,
    openExternal,
    emit: emitToWindows,
    onTheme: (theme) => (nativeTheme.themeSource = theme),
  })
  serve(main.router, origin)
  openWindow(devServer ?? `${bundleOrigin}/index.html`)
  endCleanly(main)
  main.start()
}

/** Calls in flight are given their books and the file is closed before the process goes. */
function endCleanly({ close, isHanging }: Pick<Main, 'close' | 'isHanging'>): void {
  let isClosed = false
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    void close().finally(() => {
      isClosed = true
      // A keychain that never answers holds a thread, and the process would wait for it. Nothing is left to lose.
      if (isHanging()) process.kill(process.pid, 'SIGKILL')
      app.quit()
    })
  })
}
