import type { MenuItemConstructorOptions } from 'electron'

export type MenuLanguage = 'ja' | 'en'
type Role = NonNullable<MenuItemConstructorOptions['role']>

/** The roles of the menu. Electron labels most of them in English in every language. `{app}`: the name of the app. */
const labels = {
  about: { en: 'About {app}', ja: '{app}について' },
  services: { en: 'Services', ja: 'サービス' },
  hide: { en: 'Hide {app}', ja: '{app}を隠す' },
  hideOthers: { en: 'Hide Others', ja: 'ほかを隠す' },
  unhide: { en: 'Show All', ja: 'すべてを表示' },
  quit: { en: 'Quit {app}', ja: '{app}を終了' },
  close: { en: 'Close Window', ja: 'ウインドウを閉じる' },
  undo: { en: 'Undo', ja: '元に戻す' },
  redo: { en: 'Redo', ja: 'やり直す' },
  cut: { en: 'Cut', ja: '切り取り' },
  copy: { en: 'Copy', ja: 'コピー' },
  paste: { en: 'Paste', ja: '貼り付け' },
  pasteAndMatchStyle: { en: 'Paste and Match Style', ja: '書式を合わせて貼り付け' },
  delete: { en: 'Delete', ja: '削除' },
  selectAll: { en: 'Select All', ja: 'すべて選択' },
  reload: { en: 'Reload', ja: '再読み込み' },
  forceReload: { en: 'Force Reload', ja: '強制的に再読み込み' },
  toggleDevTools: { en: 'Toggle Developer Tools', ja: '開発者ツールの表示/非表示' },
  resetZoom: { en: 'Actual Size', ja: '実際のサイズ' },
  zoomIn: { en: 'Zoom In', ja: '拡大' },
  zoomOut: { en: 'Zoom Out', ja: '縮小' },
  togglefullscreen: { en: 'Toggle Full Screen', ja: 'フルスクリーンの切り替え' },
  minimize: { en: 'Minimize', ja: '最小化' },
  zoom: { en: 'Zoom', ja: '拡大/縮小' },
  front: { en: 'Bring All to Front', ja: 'すべてを手前に移動' },
} as const satisfies Partial<Record<Role, Record<MenuLanguage, string>>>

const menus = {
  file: { en: 'File', ja: 'ファイル' },
  edit: { en: 'Edit', ja: '編集' },
  view: { en: 'View', ja: '表示' },
  window: { en: 'Window', ja: 'ウインドウ' },
} as const

const separator = { type: 'separator' } as const
type Entry = keyof typeof labels | typeof separator

/** Builds the menu of the app, with the shortcuts of Electron's roles and with labels in the language of the app. */
export function buildMenuTemplate(
  isMac: boolean,
  language: MenuLanguage,
  appName: string,
): MenuItemConstructorOptions[] {
  const itemsOf = (entries: readonly Entry[]): MenuItemConstructorOptions[] =>
    entries.map((entry) =>
      typeof entry === 'string' ? { role: entry, label: labels[entry][language].replace('{app}', appName) } : entry,
    )
  const menu = (name: keyof typeof menus, entries: readonly Entry[]): MenuItemConstructorOptions => ({
    label: menus[name][language],
    submenu: itemsOf(entries),
    // macOS lists the open windows in the menu with this role.
    ...(isMac && name === 'window' && { role: 'windowMenu' }),
  })
  return [
    ...(isMac
      ? [
          {
            label: appName,
            submenu: itemsOf([
              'about',
              separator,
              'services',
              separator,
              'hide',
              'hideOthers',
              'unhide',
              separator,
              'quit',
            ]),
          },
        ]
      : []),
    menu('file', [isMac ? 'close' : 'quit']),
    menu('edit', [
      'undo',
      'redo',
      separator,
      'cut',
      'copy',
      'paste',
      ...(isMac ? (['pasteAndMatchStyle'] as const) : []),
      'delete',
      separator,
      'selectAll',
    ]),
    menu('view', [
      'reload',
      'forceReload',
      'toggleDevTools',
      separator,
      'resetZoom',
      'zoomIn',
      'zoomOut',
      separator,
      'togglefullscreen',
    ]),
    menu('window', ['minimize', 'zoom', ...(isMac ? ([separator, 'front'] as const) : (['close'] as const))]),
  ]
}
