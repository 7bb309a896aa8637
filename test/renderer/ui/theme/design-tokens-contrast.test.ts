import { describe, expect, test } from 'vitest'
import { accountColourValues, darkPalette, lightPalette, type ColourPalette } from '#renderer/ui/theme/design-tokens.ts'

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

const grounds = ['area', 'sidebar-ground', 'raised', 'hover', 'selected'] as const
const words = ['text', 'text-2', 'text-3', 'accent', 'good', 'warning', 'danger', 'quiet'] as const
const pairs: [ground: keyof ColourPalette, word: keyof ColourPalette][] = [
  ...grounds.flatMap((ground) => words.map((word): [keyof ColourPalette, keyof ColourPalette] => [ground, word])),
  ...(['warning-ground', 'danger-ground', 'quiet-ground'] as const).flatMap(
    (ground): [keyof ColourPalette, keyof ColourPalette][] => [
      [ground, 'text'],
      [ground, 'text-2'],
    ],
  ),
  ['warning-ground', 'warning'],
  ['danger-ground', 'danger'],
  ['accent', 'on-accent'],
  ['accent-hover', 'on-accent'],
  ['danger', 'on-danger'],
]

describe.each([
  ['light', lightPalette, 0],
  ['dark', darkPalette, 1],
] as const)('The %s palette', (_name, palette, shade) => {
  test('Every text colour has a contrast of at least 4.5 to every background that it is used on', () => {
    const weak = pairs
      .map(([ground, word]) => [ground, word, contrast(palette[ground], palette[word])] as const)
      .filter(([, , ratio]) => ratio < 4.5)
    expect(weak).toEqual([])
  })

  test('Every account colour has a contrast of at least 3 to every background that it is used on', () => {
    const weak = Object.entries(accountColourValues).flatMap(([name, shades]) =>
      grounds
        .map((ground) => [name, ground, contrast(palette[ground], shades[shade])] as const)
        .filter(([, , ratio]) => ratio < 3),
    )
    expect(weak).toEqual([])
  })
})
