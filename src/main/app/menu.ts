import { Menu } from 'electron'

/** Roles only: the system words and translates them, and brings the usual shortcuts. */
export function setMenu(isMac: boolean): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([...(isMac ? [{ role: 'appMenu' as const }] : []), { role: 'fileMenu' }, { role: 'editMenu' }, { role: 'viewMenu' }, { role: 'windowMenu' }]),
  )
}
