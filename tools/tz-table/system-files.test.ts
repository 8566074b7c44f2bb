import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Change, computedChanges } from './computed-changes.ts'
import { readInstalledRelease } from './zone-history.ts'

const ZDUMP = '/usr/bin/zdump'
const SYSTEM_SOURCE = '/usr/share/zoneinfo/tzdata.zi'
const hasSystemFiles = existsSync(ZDUMP) && existsSync(SYSTEM_SOURCE)

/** The clock changes of zones in `[fromYear, toYear)` by the system's compiled files. */
function systemChanges(zones: readonly string[], fromYear: number, toYear: number) {
  const text = execFileSync(ZDUMP, ['-v', '-c', `${fromYear},${toYear}`, ...zones], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const changes = new Map<string, Change[]>(zones.map((zone) => [zone, []]))
  const offsets = new Map<string, number>()
  // Two lines for each change, a second apart: `<zone>  Sun Mar 29 01:00:00 2026 UT = … gmtoff=7200`.
  const points = text.matchAll(/^(\S+) +\w{3} (\w{3} +\d+ [\d:]+ \d{4}) UT = .* gmtoff=(-?\d+)$/gm)
  for (const [, zone = '', at = '', seconds] of points) {
    const offset = Number(seconds) / 60
    const before = offsets.get(zone) ?? offset
    if (offset !== before) changes.get(zone)?.push([Date.parse(`${at} UTC`) / 60_000, offset])
    offsets.set(zone, offset)
  }
  return changes
}

/** Zones whose law changed, with a release that has the new law; an older system may not have it. */
const CHANGED: readonly (readonly [release: string, zones: readonly string[]])[] = [
  [
    '2026c',
    [
      'Africa/Casablanca',
      'Africa/El_Aaiun',
      'America/Edmonton',
      'America/Vancouver',
      'Europe/Chisinau',
    ],
  ],
  ['2026f', ['America/Havana', 'America/Inuvik', 'America/Winnipeg']],
]

test.skipIf(!hasSystemFiles)(
  "every zone equals the C library's from 2020 to 2036, but for laws newer than the system",
  () => {
    const system = /version (\S+)/.exec(readFileSync(SYSTEM_SOURCE, 'utf8'))?.[1] ?? ''
    const newer = CHANGED.filter(([release]) => release > system).flatMap(([, zones]) => zones)
    const zones = [...readInstalledRelease().zones.keys()].filter((zone) =>
      existsSync(`/usr/share/zoneinfo/${zone}`),
    )
    expect(zones.length).toBeGreaterThan(300)
    const theirs = systemChanges(zones, 2020, 2036)
    const different = zones.filter((zone) => {
      const ours = computedChanges(zone, 2020, 2036)
      return JSON.stringify(ours) !== JSON.stringify(theirs.get(zone))
    })
    expect(different.filter((zone) => !newer.includes(zone))).toEqual([])
  },
)
