import { app, Menu } from 'electron'
import { buildMenuTemplate, type MenuLanguage } from './build-menu-template.ts'

let shown: MenuLanguage | null = null

/** Labels the menu of the app in this language. */
export function setMenuLanguage(language: MenuLanguage): void {
  if (language === shown) return
  shown = language
  Menu.setApplicationMenu(Menu.buildFromTemplate(buildMenuTemplate(process.platform === 'darwin', language, app.name)))
}
