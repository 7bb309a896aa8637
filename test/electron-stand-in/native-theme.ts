import { EventEmitter } from 'node:events'
import { WebContents } from './web-contents.ts'

type Source = 'system' | 'light' | 'dark'

let source: Source = 'system'
/** Undefined if no test set it; Chromium then keeps its default (light). */
let isSystemDark: boolean | undefined = process.env['BANTO_HOST_DARK'] === '1' ? true : undefined

class NativeTheme extends EventEmitter {
  readonly shouldUseHighContrastColors = false
  readonly shouldUseInvertedColorScheme = false
  readonly inForcedColorsMode = false
  readonly prefersReducedTransparency = false

  get shouldUseDarkColors(): boolean {
    return source === 'system' ? isSystemDark === true : source === 'dark'
  }

  get themeSource(): Source {
    return source
  }

  set themeSource(value: Source) {
    if (!['system', 'light', 'dark'].includes(value))
      throw new TypeError(`Error processing argument at index 0, conversion failure from ${String(value)}`)
    change(() => {
      source = value
    })
  }
}

export const nativeTheme = new NativeTheme()

/** Sets the theme of the system, for tests. */
export function setSystemDark(isDark: boolean): void {
  change(() => {
    isSystemDark = isDark
  })
}

function change(act: () => void): void {
  act()
  const features = themeFeatures() ?? [{ name: 'prefers-color-scheme', value: '' }]
  for (const contents of WebContents.getAllWebContents()) void contents.applyTheme(features)
  nativeTheme.emit('updated')
}

/** The media features for Chromium; undefined while no theme is chosen, so that `page.emulateMedia` takes effect. */
export function themeFeatures(): { name: string; value: string }[] | undefined {
  if (source === 'system' && isSystemDark === undefined) return undefined
  return [{ name: 'prefers-color-scheme', value: nativeTheme.shouldUseDarkColors ? 'dark' : 'light' }]
}
