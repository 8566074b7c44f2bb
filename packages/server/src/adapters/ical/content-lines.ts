import ICAL from 'ical.js'

/** A logical line: unfolded, with the physical line that it began on, from 1. */
export interface ContentLine {
  readonly line: number
  readonly text: string
}

/** A property: its name in upper case, its parameters by lower-case name, its value as it stands. */
export interface Property {
  readonly line: number
  readonly name: string
  readonly parameters: Readonly<Record<string, string | readonly string[]>>
  /** The `VALUE` parameter in lower case, `unknown` where there is none. */
  readonly valueType: string
  readonly value: string
}

/** Longer lines are not read: no time needs them, and attached files can be of any size. */
export const LINE_LENGTH = 65_536

/**
 * Goes through the logical lines of a text, joined where they were folded (RFC 5545, section 3.1).
 * Lines end with CRLF, LF or CR; empty ones are left out.
 */
export function* contentLines(text: string): Generator<ContentLine> {
  const unified = text.includes('\n') ? text : text.replaceAll('\r', '\n')
  let line = 0
  let begun = 0
  let logical = ''
  for (let from = 0; from < unified.length; ) {
    const newline = unified.indexOf('\n', from)
    const end = newline === -1 ? unified.length : newline
    const last = end > from && unified[end - 1] === '\r' ? end - 1 : end
    line += 1
    const first = unified[from]
    if ((first === ' ' || first === '\t') && last > from) {
      // Of a line that is too long anyway, only enough is kept to see that it is.
      if (logical.length <= LINE_LENGTH) logical += unified.slice(from + 1, last)
    } else if (last > from) {
      if (logical !== '') yield { line: begun, text: logical }
      begun = line
      logical = unified.slice(from, last)
    }
    from = end + 1
  }
  if (logical !== '') yield { line: begun, text: logical }
}

// Values stay as they are written: what ical.js makes of a time that it cannot read is no longer
// to be told from one that it can.
const RAW = { property: {}, value: {}, param: {} } as unknown as Parameters<
  typeof ICAL.parse.property
>[1]

/** The name that a content line begins with, in upper case; undefined where there is none. */
export function nameOf(text: string): string | undefined {
  const name = /^\s*([A-Za-z0-9-]+)\s*(?=[;:])/.exec(text)?.[1]
  return name?.toUpperCase()
}

const ZONED: ReadonlySet<string> = new Set(['DTSTART', 'DTEND', 'RECURRENCE-ID', 'RDATE', 'EXDATE'])

/**
 * A zone named with a colon must be quoted (RFC 5545, section 3.2), and often is not:
 * `TZID=tzone://Microsoft/Utc:20260505T120000`. No time that has a zone has a colon in its value.
 */
function withWholeZone(property: Property): Property {
  const { tzid } = property.parameters
  const colon = property.value.lastIndexOf(':')
  if (typeof tzid !== 'string' || colon === -1) return property
  const zone = `${tzid}:${property.value.slice(0, colon)}`
  const parameters = { ...property.parameters, tzid: zone }
  return { ...property, parameters, value: property.value.slice(colon + 1) }
}

/** Reads a content line as a property; undefined where it is none. */
export function readProperty({ line, text }: ContentLine): Property | undefined {
  if (text.length > LINE_LENGTH) return undefined
  try {
    const [name, parameters, valueType, value] = ICAL.parse.property(text.trimStart(), RAW) as [
      string,
      Record<string, string | string[]>,
      string,
      string,
    ]
    const property = { line, name: name.trim().toUpperCase(), parameters, valueType, value }
    return ZONED.has(property.name) ? withWholeZone(property) : property
  } catch {
    return undefined
  }
}

/** The value of the first property of a name, without the space around it. */
export const firstValue = (properties: readonly Property[], name: string): string | undefined =>
  properties.find((property) => property.name === name)?.value.trim()

/** A parameter with one value. */
export function parameterOf(property: Property, name: string): string | undefined {
  const value = property.parameters[name]
  return typeof value === 'string' ? value : value?.[0]
}

/** A text value as it is meant (RFC 5545, section 3.3.11). */
export const unescapeText = (value: string): string =>
  value.replace(/\\([\\;,nN])/g, (_, character: string) =>
    character === 'n' || character === 'N' ? '\n' : character,
  )
