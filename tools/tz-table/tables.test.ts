import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { TZ_VERSION, zoneTable } from '../../packages/engine/src/time/tz-table.ts'
import { wallToEpochMinutes, zoneOffsetMinutes } from '../../packages/engine/src/time/zones.ts'
import { instantOfWall, offsetMinutes } from '../../packages/web/src/shared/time/zone-offsets.ts'
import { computedChanges, minutesOf } from './computed-changes.ts'
import { tableModule } from './table-lines.ts'
import { webModule } from './web-lines.ts'
import { readInstalledRelease } from './zone-history.ts'

const ENGINE_TABLE = 'packages/engine/src/time/tz-table.generated.ts'
const WEB_TABLE = 'packages/web/src/shared/time/zone-table.generated.ts'
const release = readInstalledRelease()

test('the committed tables are those of the installed package', () => {
  expect(TZ_VERSION).toBe(release.version)
  expect(readFileSync(ENGINE_TABLE, 'utf8')).toBe(tableModule(release))
  expect(readFileSync(WEB_TABLE, 'utf8')).toBe(webModule(release))
})

test('the tables stay small: 20 kB for the engine and 6 kB for the pages, compressed', () => {
  expect(gzipSync(readFileSync(ENGINE_TABLE)).length).toBeLessThan(20_000)
  expect(gzipSync(readFileSync(WEB_TABLE)).length).toBeLessThan(6_000)
})

test('every zone of the package has the same clock changes in the engine', () => {
  // The yearly rules repeat after 400 years; the generator checks them until 2499.
  for (const [from, to] of [
    [1800, 2100],
    [2480, 2499],
  ] as const) {
    for (const [name, { transitions, offsets }] of release.zones) {
      const expected = transitions
        .map((at, index) => [at, offsets[index + 1]])
        .filter(([at = 0]) => at >= minutesOf(from) && at < minutesOf(to))
      expect(computedChanges(name, from, to), name).toEqual(expected)
    }
  }
})

test('every link of the package has the clock changes of its zone', () => {
  for (const [name, zone] of release.links) expect(zoneTable(name), name).toEqual(zoneTable(zone))
})

test('the pages compute the offsets and wall times of the engine from 2025 on, in every zone', () => {
  for (const name of [...release.zones.keys(), ...release.links.keys()]) {
    const changes = computedChanges(name, 2025, 2045).map(([at]) => at)
    for (const at of [minutesOf(2025), ...changes.flatMap((change) => [change - 1, change])]) {
      if (at < minutesOf(2025)) continue
      const offset = zoneOffsetMinutes(name, at)
      expect(offsetMinutes(at * 60_000, name), `${name} ${at}`).toBe(offset)
      for (const minutes of [-61, -60, -31, 0, 1, 30, 59, 60]) {
        const wall = at + offset + minutes
        if (wall < minutesOf(2025) + 2880) continue
        const day = Math.floor(wall / 1440)
        const expected = wallToEpochMinutes(name, day, wall - day * 1440)
        expect(instantOfWall(wall * 60_000, name) / 60_000, `${name} ${wall}`).toBe(expected)
      }
    }
  }
})
