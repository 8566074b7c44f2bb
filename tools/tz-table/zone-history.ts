import { readFileSync } from 'node:fs'

/** The offsets of one zone. Offset `i` applies from transition `i - 1` (closed) to transition `i` (open). */
export interface ZoneHistory {
  /** Epoch minutes, rounded down, ascending. */
  readonly transitions: readonly number[]
  /** Minutes east of UTC, with the seconds cut off; one more than there are transitions. */
  readonly offsets: readonly number[]
}

/** The data of one release of the tz database. */
export interface TzRelease {
  /** For example `2026f`. */
  readonly version: string
  /** The day on which the package with this release was published: it has no law from after it. */
  readonly publishedOn: string
  /** The zones with data of their own, each with its history until 2499. */
  readonly zones: ReadonlyMap<string, ZoneHistory>
  /** Other names, each with the name of a zone in `zones`. */
  readonly links: ReadonlyMap<string, string>
}

const PACKAGE = 'node_modules/moment-timezone'

interface PackedData {
  readonly version: string
  readonly zones: readonly string[]
  readonly links: readonly string[]
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX'

/** Reads a number of base 60, which may have a sign and a fraction: `-3kLtv.o`. */
function readBase60(text: string): number {
  const isNegative = text.startsWith('-')
  const [whole = '', fraction = ''] = text.slice(isNegative ? 1 : 0).split('.')
  let value = 0
  for (const digit of whole) value = value * 60 + DIGITS.indexOf(digit)
  let unit = 1
  for (const digit of fraction) {
    unit /= 60
    value += unit * DIGITS.indexOf(digit)
  }
  return isNegative ? -value : value
}

/** Reads one packed zone: `name|abbreviations|offsets|index of each period|lengths of the periods|…`. */
function readZone(packed: string): readonly [string, ZoneHistory] {
  const [name = '', , offsetTexts = '', indices = '', lengths = ''] = packed.split('|')
  // The package counts minutes west of UTC.
  const offsetOf = offsetTexts.split(' ').map((text) => 0 - Math.trunc(readBase60(text)))
  const periods = [...indices].map((digit) => offsetOf[readBase60(digit)] as number)
  const transitions: number[] = []
  const offsets = [periods[0] as number]
  let at = 0
  for (const [index, length] of (lengths === '' ? [] : lengths.split(' ')).entries()) {
    // Times are whole seconds; the fractions of minutes are not exact.
    at = Math.round((at + readBase60(length)) * 60) / 60
    const offset = periods[index + 1]
    if (offset === undefined || offset === offsets.at(-1)) continue
    transitions.push(Math.floor(at + 1e-6))
    offsets.push(offset)
  }
  return [name, { transitions, offsets }]
}

/**
 * Links to names that the tz database had and dropped. They stay valid, because stored providers may
 * have them.
 */
const DROPPED: readonly (readonly [string, string])[] = [
  ['America/Regina', 'Canada/East-Saskatchewan'],
  ['America/Los_Angeles', 'US/Pacific-New'],
]

/** Reads the release in the installed `moment-timezone`. The working directory is the repository. */
export function readInstalledRelease(): TzRelease {
  const data: PackedData = JSON.parse(readFileSync(`${PACKAGE}/data/packed/latest.json`, 'utf8'))
  const zones = new Map(data.zones.map(readZone))
  const links = new Map<string, string>()
  for (const [target, name] of [...data.links.map((link) => link.split('|')), ...DROPPED]) {
    if (target === undefined || name === undefined) throw new Error('a link has two names')
    const zone = links.get(target) ?? target
    if (!zones.has(zone)) throw new Error(`${name} is a link to ${target}, which is no zone`)
    links.set(name, zone)
  }
  return { version: data.version, publishedOn: publicationDate(), zones, links }
}

/** The date of the installed package, from its changelog: a line with its version and `_2026-10-29_`. */
function publicationDate(): string {
  const manifest: { readonly version: string } = JSON.parse(
    readFileSync(`${PACKAGE}/package.json`, 'utf8'),
  )
  const heading = `### \`${manifest.version}\` _`
  const changelog = readFileSync(`${PACKAGE}/changelog.md`, 'utf8')
  const at = changelog.indexOf(heading)
  const date = changelog.slice(at + heading.length, at + heading.length + 10)
  if (at === -1 || !/^\d{4}-\d{2}-\d{2}$/.test(date)) {
    throw new Error(`the changelog of moment-timezone has no date for ${manifest.version}`)
  }
  return date
}
