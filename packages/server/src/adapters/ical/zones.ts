import { zoneOffsetMinutes, zoneSpelling } from '@holdfast/engine'
import { WINDOWS_TO_IANA_MAP } from 'windows-iana'
import type { CalendarZone } from '../../kernel/ports/calendar-parser.ts'
import { displayedZone } from './display-names.ts'
import { newerRules } from './newer-zone.ts'

// Windows zone names, by the CLDR mapping for the whole world (territory 001).
const WINDOWS: ReadonlyMap<string, string> = new Map(
  WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001').map(
    ({ windowsName, iana }) => [windowsName.toLowerCase(), iana[0]],
  ),
)

/** The IANA zones of all Windows zones. They stand for all rules in use. */
export const windowsZones = (): ReadonlySet<string> => new Set(WINDOWS.values())

// Unambiguous IANA names without a slash. Others (`IST`, `CST`) mean several zones.
const SINGLE_NAMES = /^(?:UTC|GMT|UCT|Zulu|Universal|Greenwich|EST|MST|HST|[A-Z]{3}\d[A-Z]{3})$/i
const COUNTRY_NAMES = /^(?:[A-Z][a-z-]{3,}|CET|MET|EET|WET|PRC|ROC|ROK|GB|NZ)$/
const FIXED_OFFSET = /^(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})$/

/** The IANA zone of a name in any case; undefined if there is none. */
function ianaName(name: string): string | undefined {
  if (!name.includes('/') && !SINGLE_NAMES.test(name) && !COUNTRY_NAMES.test(name)) return undefined
  return zoneSpelling(name)
}

/** The IANA zone of a name with a vendor prefix, such as `/vendor.example/2026_1/Europe/Berlin`. */
function withoutVendor(tzid: string): string | undefined {
  const parts = tzid.split('/').slice(0, 12)
  for (let from = 1; from < parts.length; from += 1) {
    const rest = parts.slice(from).join('/')
    const found = rest.includes('/') || /^utc$/i.test(rest) ? ianaName(rest) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

const YEARS_WITH_DISPLAY_NAMES = Array.from({ length: 31 }, (_, index) => 2000 + index)

/**
 * The IANA zone of a display name, if the zone had the offset in the name at some time since 2000. Otherwise
 * the name contradicts itself.
 */
function zoneByDisplayName(name: string): string | undefined {
  const displayed = displayedZone(name)
  const zone = displayed && WINDOWS.get(displayed.windowsName.toLowerCase())
  if (displayed === undefined || zone === undefined) return undefined
  const times = YEARS_WITH_DISPLAY_NAMES.flatMap((year) => [Date.UTC(year, 0), Date.UTC(year, 6)])
  const hasOffset = times.some(
    (time) => zoneOffsetMinutes(zone, time / 60_000) === displayed.offsetMinutes,
  )
  return hasOffset ? zone : undefined
}

/** The IANA zone of a name by IANA, Windows, Outlook or a vendor; undefined if the name is unknown. */
export function zoneByName(written: string): string | undefined {
  const name = written.trim().replace(/^"|"$/g, '')
  return (
    ianaName(name) ??
    WINDOWS.get(name.toLowerCase()) ??
    zoneByDisplayName(name) ??
    withoutVendor(name)
  )
}

/** A zone with a fixed offset, such as `+02:00` or `GMT-0500`; undefined for other names. */
export function fixedZone(tzid: string): CalendarZone | undefined {
  const parts = FIXED_OFFSET.exec(tzid)
  if (parts === null) return undefined
  const seconds = Number(parts[2]) * 3600 + Number(parts[3]) * 60
  if (Number(parts[3]) > 59 || seconds > 15 * 3600) return undefined
  const offset = parts[1] === '-' ? -seconds : seconds
  return { kind: 'rules', tzid, transitions: [], offsetsSeconds: [offset] }
}

/** A zone that a file defines. */
export interface DefinedZone {
  /** `X-LIC-LOCATION`. */
  readonly location?: string
  /** `LAST-MODIFIED`; absent where a definition never replaces the server's tz data. */
  readonly lastModifiedEpochSeconds?: number
  /** Computes the rules; undefined if the definition is invalid. */
  readonly rules: () => CalendarZone | undefined
}

/**
 * Resolves a `TZID`, in this order: a name with a place, such as `Europe/Berlin`, from the server's tz
 * data unless the file's definition is newer; the file's definition; another known name; a name with an
 * offset.
 */
export function resolveZone(tzid: string, defined: DefinedZone | undefined): CalendarZone {
  const byName = zoneByName(tzid)
  if (byName !== undefined && (defined === undefined || byName.includes('/'))) {
    return newerThanTable(byName, defined) ?? { kind: 'iana', name: byName }
  }
  const location = defined?.location === undefined ? undefined : zoneByName(defined.location)
  if (location !== undefined) {
    return newerThanTable(location, defined) ?? { kind: 'iana', name: location }
  }
  const rules = defined?.rules()
  if (rules !== undefined) return rules
  if (byName !== undefined) return { kind: 'iana', name: byName }
  return fixedZone(tzid) ?? { kind: 'unknown', tzid }
}

const newerThanTable = (name: string, defined: DefinedZone | undefined) =>
  defined && newerRules(name, defined.lastModifiedEpochSeconds, defined.rules)
