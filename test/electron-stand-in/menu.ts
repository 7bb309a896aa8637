import { EventEmitter } from 'node:events'
import { app } from './app.ts'
import { BrowserWindow } from './browser-window.ts'

type Template = {
  id?: string
  label?: string
  role?: string
  type?: string
  accelerator?: string
  enabled?: boolean
  visible?: boolean
  checked?: boolean
  click?: (item: MenuItem, window: BrowserWindow | undefined, event: object) => void
  submenu?: (Template | MenuItem)[] | Menu
  [name: string]: unknown
}

const roles: Record<string, (window: BrowserWindow | null) => void> = {
  quit: () => app.quit(),
  close: (window) => window?.close(),
  minimize: (window) => window?.minimize(),
  reload: (window) => window?.reload(),
  forcereload: (window) => window?.webContents.reloadIgnoringCache(),
}

export class MenuItem {
  id: string | undefined
  label: string
  role: string | undefined
  type: string
  accelerator: string | undefined
  enabled: boolean
  visible: boolean
  checked: boolean
  submenu: Menu | undefined
  /** Does what a click of the user does: runs the app's function or the role. */
  click: () => void

  constructor(template: Template) {
    const { submenu } = template
    this.id = template.id
    this.label = template.label ?? template.role ?? ''
    this.role = template.role
    this.type = template.type ?? (submenu ? 'submenu' : 'normal')
    this.accelerator = template.accelerator
    this.enabled = template.enabled ?? true
    this.visible = template.visible ?? true
    this.checked = template.checked ?? false
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : submenu
    this.click = () => {
      if (!this.enabled) return
      if (this.type === 'checkbox') this.checked = !this.checked
      const window = BrowserWindow.getFocusedWindow()
      if (template.role !== undefined) roles[template.role.toLowerCase()]?.(window)
      else template.click?.(this, window ?? undefined, {})
    }
  }
}

export class Menu extends EventEmitter {
  items: MenuItem[] = []

  static buildFromTemplate(template: (Template | MenuItem)[]): Menu {
    if (!Array.isArray(template)) throw new TypeError('Invalid template for Menu: Menu template must be an array')
    const menu = new Menu()
    for (const entry of template) menu.append(entry instanceof MenuItem ? entry : new MenuItem(check(entry)))
    return menu
  }

  static setApplicationMenu(menu: Menu | null): void {
    app.applicationMenu = menu
  }

  static getApplicationMenu(): Menu | null {
    return app.applicationMenu as Menu | null
  }

  append(item: MenuItem): void {
    this.items.push(item)
  }

  insert(at: number, item: MenuItem): void {
    this.items.splice(at, 0, item)
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }

  popup(): void {}
  closePopup(): void {}
}

function check(entry: Template): Template {
  if (entry.label === undefined && entry.role === undefined && entry.type !== 'separator') {
    throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type')
  }
  return entry
}
