/** The colors of the pages that a brand is checked against; they equal those of `shared/tokens.css`. */
export interface Scheme {
  readonly paper: string
  readonly surface: string
  readonly surfaceSunk: string
  readonly ink: string
  readonly inkSoft: string
}

/** The pages in light and in dark. */
export const SCHEMES = {
  light: {
    paper: '#f6f5f1',
    surface: '#ffffff',
    surfaceSunk: '#f0eee9',
    ink: '#1d2125',
    inkSoft: '#575e66',
  },
  dark: {
    paper: '#131619',
    surface: '#1b1f23',
    surfaceSunk: '#24292e',
    ink: '#eceae6',
    inkSoft: '#a9b0b7',
  },
} as const satisfies Record<string, Scheme>

/** The colors of a page in the color of a brand, each `#rrggbb`. */
export interface BrandColors {
  /** Text and lines; readable on every surface of the page and on `accentSoft`. */
  readonly accent: string
  /** The same, stronger. */
  readonly accentStrong: string
  /** A background for text in any color of the page. */
  readonly accentSoft: string
  /** A background for text in the ink of the page. */
  readonly accentMid: string
  /** The brand's own color, as the background of buttons. */
  readonly fill: string
  /** The same while the pointer is over it. */
  readonly fillStrong: string
  /** Text on both. */
  readonly fillInk: string
  /** The line around `fill`, which sets it off from the page. */
  readonly fillLine: string
}

/** The contrast of normal text (WCAG 2.2, 1.4.3). */
const TEXT_CONTRAST = 4.5
/** The contrast of parts of the user interface (WCAG 2.2, 1.4.11). */
const LINE_CONTRAST = 3
/** The contrast from which on a color is not taken for its background. */
const VISIBLE_CONTRAST = 1.3

type Channels = readonly [red: number, green: number, blue: number]

const channelsOf = (color: string): Channels => [
  Number.parseInt(color.slice(1, 3), 16),
  Number.parseInt(color.slice(3, 5), 16),
  Number.parseInt(color.slice(5, 7), 16),
]

const linear = (channel: number): number => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** The contrast of two colors, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Mixes `share` of a color, from 0 to 1, into another. */
function mix(color: string, into: string, share: number): string {
  const base = channelsOf(into)
  const mixed = channelsOf(color).map((channel, index) =>
    Math.round(channel * share + (base[index] ?? 0) * (1 - share))
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${mixed.join('')}`
}

const STEP = 0.02

/** The color that is closest to a brand's on its way to black or white and readable on all backgrounds. */
function readable(color: string, towards: string, backgrounds: readonly string[]): string {
  for (let share = 0; share < 1; share += STEP) {
    const candidate = mix(towards, color, share)
    if (backgrounds.every((each) => contrast(candidate, each) >= TEXT_CONTRAST)) return candidate
  }
  return towards
}

/** A tint of a surface, at most `share` strong, on which the texts are readable. */
function tint(color: string, surface: string, texts: readonly string[], share: number): string {
  for (let strength = share; strength > 0; strength -= STEP) {
    const candidate = mix(color, surface, strength)
    if (texts.every((each) => contrast(candidate, each) >= TEXT_CONTRAST)) return candidate
  }
  return surface
}

const BLACK = '#000000'
const WHITE = '#ffffff'

/**
 * The colors of a page for a brand's color, `#rrggbb`. Whatever that color is, each text has a contrast of at
 * least 4.5 to its background.
 */
export function brandColors(color: string, scheme: 'light' | 'dark'): BrandColors {
  const { paper, surface, surfaceSunk, ink, inkSoft } = SCHEMES[scheme]
  const towards = scheme === 'light' ? BLACK : WHITE
  const accent = readable(color, towards, [paper, surface, surfaceSunk])
  // A tint of a color that is close to the surface would not be seen.
  const tinted = contrast(color, surface) >= VISIBLE_CONTRAST ? color : accent
  const share = scheme === 'light' ? 0.12 : 0.2
  const accentSoft = tint(tinted, surface, [ink, inkSoft, accent], share)
  const fillInk = contrast(color, WHITE) >= TEXT_CONTRAST ? WHITE : BLACK
  const stands = [paper, surface].every((each) => contrast(color, each) >= LINE_CONTRAST)
  return {
    accent,
    accentStrong: mix(towards, accent, 0.25),
    accentSoft,
    accentMid: tint(accent, surface, [ink], 0.35),
    fill: color,
    fillStrong: mix(fillInk === WHITE ? BLACK : WHITE, color, 0.15),
    fillInk,
    fillLine: stands ? color : accent,
  }
}

const declarations = (color: string, scheme: 'light' | 'dark'): string => {
  const colors = brandColors(color, scheme)
  return [
    `--accent:${colors.accent}`,
    `--accent-strong:${colors.accentStrong}`,
    `--accent-soft:${colors.accentSoft}`,
    `--accent-mid:${colors.accentMid}`,
    `--fill:${colors.fill}`,
    `--fill-strong:${colors.fillStrong}`,
    `--fill-ink:${colors.fillInk}`,
    `--fill-line:${colors.fillLine}`,
  ].join(';')
}

/**
 * The style sheet of a brand's color, `#rrggbb`. Its selector is stronger than that of the tokens, so the order
 * of the style sheets does not matter.
 */
export const brandStyleSheet = (color: string): string =>
  `:root:root{${declarations(color, 'light')}}\n@media (prefers-color-scheme:dark){:root:root:not([data-theme=light]){${declarations(color, 'dark')}}}\n:root:root[data-theme=dark]{${declarations(color, 'dark')}}\n`
