import { Menu } from 'electron'

/** A menu of Electron's roles, which bring the usual shortcuts. Electron labels most roles in English. */
export function setMenu(isMac: boolean): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ role: 'appMenu' as const }] : []),
      { role: 'fileMenu' },
      { role: 'editMenu' },
      { role: 'viewMenu' },
      { role: 'windowMenu' },
    ]),
  )
}
