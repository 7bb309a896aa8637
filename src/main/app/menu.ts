import { app, Menu } from 'electron'
import { menuTemplate, type MenuLanguage } from './menu-template.ts'

let shown: MenuLanguage | null = null

/** Labels the menu of the app in this language. */
export function setMenuLanguage(language: MenuLanguage): void {
  if (language === shown) return
  shown = language
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform === 'darwin', language, app.name)))
}
