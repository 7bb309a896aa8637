import type { GlobalThemeOverrides } from 'naive-ui'
import type { AccountColour } from '#shared/ipc/accounts.ts'

/** All colours and sizes of the app. All other files use the CSS variables that this file defines. */
const sizes = {
  unit: '4px',
  'text-normal': '13px',
  'text-small': '12px',
  'text-large': '15px',
  'text-title': '17px',
  'text-amount': '24px',
  row: '32px',
  control: '28px',
  'sidebar-width': '220px',
  'sidebar-narrow-width': '56px',
  'top-bar': '44px',
  drawer: 'clamp(360px, 33vw, 420px)',
  'pay-side': 'clamp(288px, 28vw, 376px)',
  reading: '760px',
  radius: '5px',
  'radius-small': '3px',
  dot: '8px',
}

export interface ColourPalette {
  area: string
  'sidebar-ground': string
  raised: string
  hover: string
  selected: string
  line: string
  'line-strong': string
  text: string
  'text-2': string
  'text-3': string
  accent: string
  'accent-hover': string
  'accent-pressed': string
  'on-accent': string
  good: string
  warning: string
  danger: string
  'danger-hover': string
  'on-danger': string
  quiet: string
  'warning-ground': string
  'danger-ground': string
  'quiet-ground': string
  skeleton: string
  shadow: string
  shade: string
}

export const lightPalette: ColourPalette = {
  area: '#ffffff',
  'sidebar-ground': '#f4f5f7',
  raised: '#ffffff',
  hover: '#eef1f3',
  selected: '#e2edf4',
  line: '#e3e6ea',
  'line-strong': '#c5ccd3',
  text: '#1a2026',
  'text-2': '#4b5661',
  'text-3': '#616c77',
  accent: '#17618f',
  'accent-hover': '#1d74a9',
  'accent-pressed': '#115078',
  'on-accent': '#ffffff',
  good: '#1c7448',
  warning: '#8a5800',
  danger: '#b3261e',
  'danger-hover': '#c8352c',
  'on-danger': '#ffffff',
  quiet: '#5a6570',
  'warning-ground': '#fdf3dd',
  'danger-ground': '#fcebea',
  'quiet-ground': '#eef1f3',
  skeleton: '#e9ecef',
  shadow: '0 6px 24px rgb(20 30 40 / 14%)',
  shade: 'rgb(20 30 40 / 28%)',
}

export const darkPalette: ColourPalette = {
  area: '#16191d',
  'sidebar-ground': '#1c2025',
  raised: '#23282e',
  hover: '#23282e',
  selected: '#1d3646',
  line: '#2b3138',
  'line-strong': '#444d57',
  text: '#e3e7eb',
  'text-2': '#abb5bf',
  'text-3': '#949faa',
  accent: '#6db3dd',
  'accent-hover': '#8ac4e7',
  'accent-pressed': '#549ec9',
  'on-accent': '#0c2130',
  good: '#5fc391',
  warning: '#e0b252',
  danger: '#f28b82',
  'danger-hover': '#f5a49d',
  'on-danger': '#3a0c09',
  quiet: '#9aa5b0',
  'warning-ground': '#35290f',
  'danger-ground': '#3b1c1a',
  'quiet-ground': '#23282e',
  skeleton: '#282e35',
  shadow: '0 8px 28px rgb(0 0 0 / 50%)',
  shade: 'rgb(0 0 0 / 55%)',
}

export const accountColourValues: Record<AccountColour, [lightPalette: string, darkPalette: string]> = {
  slate: ['#66727d', '#95a1ac'],
  red: ['#c8322b', '#ec6a62'],
  orange: ['#c95a12', '#ec8c4a'],
  amber: ['#a87900', '#dcb03a'],
  green: ['#2f8a46', '#62bd78'],
  teal: ['#0f8580', '#45bdb6'],
  blue: ['#2568c9', '#6aa0f0'],
  violet: ['#7847c2', '#a988ea'],
  pink: ['#c03a80', '#ec7db2'],
}

const fontLatin = 'system-ui, "Segoe UI", "Helvetica Neue", Arial'
const fontJapanese = '"Hiragino Sans", "Yu Gothic UI", "Noto Sans CJK JP"'
const fontMono =
  'ui-monospace, "SF Mono", "Cascadia Mono", Consolas, "DejaVu Sans Mono", "Noto Sans Mono CJK JP", monospace'

function fontFor(language: string): string {
  return `${language === 'ja' ? `${fontJapanese}, ${fontLatin}` : `${fontLatin}, ${fontJapanese}`}, sans-serif`
}

/** Writes every token as a CSS variable (`--accent`, `--row`) of the document. */
export function applyDesignTokens(root: HTMLElement, isDark: boolean, language: string): void {
  const colours = Object.entries(accountColourValues).map(([name, pair]) => [`account-${name}`, pair[isDark ? 1 : 0]])
  const all = {
    ...sizes,
    ...(isDark ? darkPalette : lightPalette),
    ...Object.fromEntries(colours),
    font: fontFor(language),
    'font-mono': fontMono,
  }
  for (const [name, value] of Object.entries(all)) root.style.setProperty(`--${name}`, String(value))
  root.style.colorScheme = isDark ? 'dark' : 'light'
}

/** Naive UI's theme from the same tokens. */
export function createNaiveUiTheme(isDark: boolean, language: string): GlobalThemeOverrides {
  const colour = isDark ? darkPalette : lightPalette
  return {
    common: {
      fontFamily: fontFor(language),
      fontFamilyMono: fontMono,
      fontSize: sizes['text-normal'],
      fontSizeTiny: sizes['text-small'],
      fontSizeSmall: sizes['text-normal'],
      fontSizeMedium: sizes['text-normal'],
      fontSizeLarge: sizes['text-normal'],
      heightTiny: '22px',
      heightSmall: sizes.control,
      heightMedium: sizes.control,
      heightLarge: sizes.row,
      borderRadius: sizes.radius,
      borderRadiusSmall: sizes['radius-small'],
      primaryColor: colour.accent,
      primaryColorHover: colour['accent-hover'],
      primaryColorPressed: colour['accent-pressed'],
      primaryColorSuppl: colour['accent-hover'],
      errorColor: colour.danger,
      errorColorHover: colour['danger-hover'],
      errorColorPressed: colour.danger,
      errorColorSuppl: colour.danger,
      warningColor: colour.warning,
      successColor: colour.good,
      infoColor: colour.accent,
      textColorBase: colour.text,
      textColor1: colour.text,
      textColor2: colour.text,
      textColor3: colour['text-2'],
      // The text of a disabled field must stay readable.
      textColorDisabled: colour['text-3'],
      placeholderColor: colour['text-3'],
      borderColor: colour['line-strong'],
      dividerColor: colour.line,
      bodyColor: colour.area,
      cardColor: colour.raised,
      modalColor: colour.raised,
      popoverColor: colour.raised,
      inputColor: colour.area,
      hoverColor: colour.hover,
      iconColor: colour['text-2'],
    },
    Button: {
      textColorPrimary: colour['on-accent'],
      textColorHoverPrimary: colour['on-accent'],
      textColorPressedPrimary: colour['on-accent'],
      textColorFocusPrimary: colour['on-accent'],
      textColorDisabledPrimary: colour['on-accent'],
      textColorError: colour['on-danger'],
      textColorHoverError: colour['on-danger'],
      textColorPressedError: colour['on-danger'],
      textColorFocusError: colour['on-danger'],
      fontWeight: '500',
    },
    Tooltip: { color: colour.text, textColor: colour.area, padding: '4px 8px' },
    Input: { border: `1px solid ${colour['line-strong']}` },
    Select: { peers: { InternalSelection: { border: `1px solid ${colour['line-strong']}` } } },
    Card: { titleFontSizeMedium: sizes['text-large'], titleFontWeight: '600' },
    Switch: { railColor: colour['line-strong'] },
    Form: { labelFontSizeTopMedium: sizes['text-normal'] },
  }
}
