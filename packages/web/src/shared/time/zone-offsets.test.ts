import { expect, test } from 'vitest'
import { instantOfWall, offsetMinutes, wallMs } from './zone-offsets.ts'
import { ZONE_LINES } from './zone-table.generated.ts'

const offset = (zone: string, instant: string) => offsetMinutes(Date.parse(instant), zone)
const instant = (zone: string, wall: string) =>
  new Date(instantOfWall(Date.parse(`${wall}Z`), zone)).toISOString()

test.each([
  ['America/Winnipeg', '2026-12-01T00:00:00Z', -300],
  ['Canada/Central', '2040-07-01T00:00:00Z', -300],
  ['America/Inuvik', '2026-12-01T00:00:00Z', -360],
  ['America/Havana', '2027-11-07T04:59:59Z', -240],
  ['America/Havana', '2027-11-07T05:00:00Z', -300],
  ['America/Havana', '2050-07-01T00:00:00Z', -240],
  ['Africa/Casablanca', '2026-12-01T00:00:00Z', 0],
  ['Europe/Berlin', '2026-03-29T00:59:59Z', 60],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', 120],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z', 660],
  ['Asia/Kathmandu', '2026-01-01T00:00:00Z', 345],
  ['UTC', '2026-01-01T00:00:00Z', 0],
])('the pages know that %s at %s is %d minutes east of UTC', (zone, at, minutes) => {
  expect(offset(zone, at)).toBe(minutes)
})

test("before 2025 the browser's tz data applies", () => {
  expect(offset('Europe/Berlin', '2024-07-01T00:00:00Z')).toBe(120)
  expect(offset('America/New_York', '1990-01-01T00:00:00Z')).toBe(-300)
  expect(offset('UTC', '1990-01-01T00:00:00Z')).toBe(0)
})

test('a wall time in a gap moves forward by the gap, and a repeated one means the first', () => {
  expect(instant('Europe/Berlin', '2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z')
  expect(instant('Europe/Berlin', '2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z')
  expect(instant('Europe/Berlin', '2026-10-25T03:00')).toBe('2026-10-25T02:00:00.000Z')
  expect(instant('Australia/Lord_Howe', '2026-10-04T02:15')).toBe('2026-10-03T15:45:00.000Z')
  expect(instant('America/Winnipeg', '2026-12-01T09:00')).toBe('2026-12-01T14:00:00.000Z')
})

test('every wall time outside of gaps comes back, in every zone', () => {
  const names = ZONE_LINES.map((line) => line.split(/[ |]/)[0] as string)
  const from = Date.UTC(2025, 5, 1)
  for (const [index, zone] of names.entries()) {
    for (let step = 0; step < 200; step += 1) {
      const at = from + (step * 97 + index) * 3_600_000
      const back = instantOfWall(wallMs(at, zone), zone)
      expect(wallMs(back, zone), `${zone} ${at}`).toBe(wallMs(at, zone))
    }
  }
})
