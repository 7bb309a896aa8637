import { join } from 'node:path'
import { Menu, nativeImage, Tray } from 'electron'
import type { TrayContent, TrayIcon } from '#main/tray-icon-port.ts'

/**
 * Creates the icon in the tray as soon as its content is known. `onOpen` is called when the user clicks the icon
 * itself.
 */
export function createTrayIcon(platform: string, onOpen: () => void): TrayIcon {
  let tray: Tray | null = null
  const isMac = platform === 'darwin'

  /** Electron uses the `@2x` file beside the image on dense screens. macOS colours a template image. */
  function imageFor(count: number): Electron.NativeImage {
    const name = isMac ? 'trayTemplate' : count > 0 ? 'tray-attention' : 'tray'
    return nativeImage.createFromPath(join(import.meta.dirname, '../../resources', `${name}.png`))
  }

  function toMenu({ menu }: TrayContent): Menu {
    return Menu.buildFromTemplate(
      menu.flatMap((group, index) => [
        ...(index > 0 ? [{ type: 'separator' as const }] : []),
        ...group.map(({ label, onClick }) => ({ label, enabled: onClick !== null, click: () => onClick?.() })),
      ]),
    )
  }

  return {
    show(content) {
      if (!tray) {
        tray = new Tray(imageFor(content.count))
        // On macOS, a click opens the menu.
        if (!isMac) tray.on('click', onOpen)
      } else tray.setImage(imageFor(content.count))
      tray.setToolTip(content.tooltip)
      tray.setContextMenu(toMenu(content))
      if (isMac) tray.setTitle(content.count > 0 ? String(content.count) : '')
    },
  }
}
