import { Menu } from 'electron'

/** Menu of roles only: the system translates the labels and adds the usual shortcuts. */
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
