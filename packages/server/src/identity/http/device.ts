import { z } from '@hono/zod-openapi'

/** The header that names the device of a session. */
export const userAgentHeader = {
  'User-Agent': z.string().optional().openapi({
    description: 'Names the device in the list of sessions.',
    example: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
  }),
}

// The first match counts: browsers name the engines and products that they are compatible with.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const firstIn = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** The browser and the system of a `User-Agent` in a few words, such as `Firefox on Windows`. */
export function deviceOf(userAgent: string | undefined): string {
  const text = userAgent ?? ''
  const browser = firstIn(BROWSERS, text)
  const system = firstIn(SYSTEMS, text)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
