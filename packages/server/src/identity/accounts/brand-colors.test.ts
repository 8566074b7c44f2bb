import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { brandColors, brandStyleSheet, contrast, SCHEMES } from './brand-colors.ts'

const TOKENS = new URL('../../../../web/src/shared/tokens.css', import.meta.url)

/** Every color with channels in steps of 51, and the two tones around the limits of white text. */
const CHANNELS = ['00', '33', '66', '99', 'cc', 'ff']
const COLORS = [
  ...CHANNELS.flatMap((red) =>
    CHANNELS.flatMap((green) => CHANNELS.map((blue) => `#${red}${green}${blue}`)),
  ),
  '#767676',
  '#777777',
]

test('the contrast of two colors is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrast('#ffcc00', '#ffcc00')).toBe(1)
})

describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
  const { paper, surface, surfaceSunk, ink, inkSoft } = SCHEMES[scheme]

  test('every text of every brand color has a contrast of at least 4.5', () => {
    for (const color of COLORS) {
      const brand = brandColors(color, scheme)
      const pairs = [
        ...[paper, surface, surfaceSunk, brand.accentSoft].flatMap((background) => [
          [brand.accent, background],
          [brand.accentStrong, background],
        ]),
        [ink, brand.accentSoft],
        [inkSoft, brand.accentSoft],
        [ink, brand.accentMid],
        [brand.fillInk, brand.fill],
        [brand.fillInk, brand.fillStrong],
      ]
      for (const [text = '', background = ''] of pairs) {
        expect(contrast(text, background), `${color}: ${text} on ${background}`).toBeGreaterThan(
          4.5 - 1e-9,
        )
      }
    }
  })

  test('every button in a brand color is set off from the page', () => {
    for (const color of COLORS) {
      const { fill, fillLine } = brandColors(color, scheme)
      expect(fill).toBe(color)
      for (const background of [paper, surface]) {
        expect(contrast(fillLine, background), color).toBeGreaterThanOrEqual(3)
      }
    }
  })

  test('the colors of the page are those of its tokens', () => {
    const css = readFileSync(TOKENS, 'utf8')
    const dark = css.indexOf('prefers-color-scheme: dark')
    const part = scheme === 'light' ? css.slice(0, dark) : css.slice(dark)
    const token = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(part)?.[1]
    expect({
      paper: token('paper'),
      surface: token('surface'),
      surfaceSunk: token('surface-sunk'),
      ink: token('ink'),
      inkSoft: token('ink-soft'),
    }).toEqual(SCHEMES[scheme])
  })
})

test('a site that chooses the dark theme gets the colors of the dark scheme', () => {
  const css = readFileSync(TOKENS, 'utf8')
  const tokensAfter = (selector: string) =>
    css
      .slice(css.indexOf(selector))
      .split('}')[0]
      ?.match(/--[a-z-]+: [^;]+;/g)
  const dark = tokensAfter(':root:not([data-theme="light"]) {')
  expect(dark).toHaveLength(17)
  expect(tokensAfter(':root[data-theme="dark"] {')).toEqual(dark)
})

test('a readable brand color is used as it is', () => {
  expect(brandColors('#1a6b4f', 'light')).toMatchObject({
    accent: '#1a6b4f',
    fill: '#1a6b4f',
    fillInk: '#ffffff',
    fillLine: '#1a6b4f',
  })
})

test('the style sheet has the colors of both schemes', () => {
  const css = brandStyleSheet('#ffcc00')
  expect(css).toContain('--fill:#ffcc00;--fill-strong:#ffd426;--fill-ink:#000000')
  const [light, dark, chosenDark, ...others] = css.trimEnd().split('\n')
  expect(light).toMatch(/^:root:root\{--accent:#[^{}]+\}$/)
  expect(dark).toMatch(
    /^@media \(prefers-color-scheme:dark\)\{:root:root:not\(\[data-theme=light\]\)\{[^{}]+\}\}$/,
  )
  expect(chosenDark).toBe(`:root:root[data-theme=dark]${/\{--[^{}]+\}/.exec(dark ?? '')?.[0]}`)
  expect(others).toEqual([])
})
