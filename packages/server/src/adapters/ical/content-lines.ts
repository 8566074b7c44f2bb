import ICAL from 'ical.js'

/** An unfolded line. `line` is the number of its first physical line, counted from 1. */
export interface ContentLine {
  readonly line: number
  readonly text: string
}

/** A property: upper-case name, parameters by lower-case name, raw value. */
export interface Property {
  readonly line: number
  readonly name: string
  readonly parameters: Readonly<Record<string, string | readonly string[]>>
  /** The `VALUE` parameter in lower case; `unknown` if there is none. */
  readonly valueType: string
  readonly value: string
}

/** The maximum length of a line. Times are shorter, and attachments can have any size. */
export const LINE_LENGTH = 65_536

/**
 * Iterates over the lines of a text and unfolds them (RFC 5545, section 3.1). Lines end with CRLF, LF or
 * CR. Empty lines are skipped.
 */
export function* contentLines(text: string): Generator<ContentLine> {
  const unified = text.includes('\n') ? text : text.replaceAll('\r', '\n')
  let line = 0
  let firstLine = 0
  let logical = ''
  for (let from = 0; from < unified.length; ) {
    const newline = unified.indexOf('\n', from)
    const end = newline === -1 ? unified.length : newline
    const last = end > from && unified[end - 1] === '\r' ? end - 1 : end
    line += 1
    const first = unified[from]
    if ((first === ' ' || first === '\t') && last > from) {
      // A line that is too long is cut, but stays too long.
      if (logical.length <= LINE_LENGTH) logical += unified.slice(from + 1, last)
    } else if (last > from) {
      if (logical !== '') yield { line: firstLine, text: logical }
      firstLine = line
      logical = unified.slice(from, last)
    }
    from = end + 1
  }
  if (logical !== '') yield { line: firstLine, text: logical }
}

// ical.js must not convert values: its results for unreadable times look like those for valid ones.
// The cast: its types do not include an empty design set.
const RAW = { property: {}, value: {}, param: {} } as unknown as Parameters<
  typeof ICAL.parse.property
>[1]

/** The name of a content line in upper case; undefined if it has none. */
export function nameOf(text: string): string | undefined {
  const name = /^\s*([A-Za-z0-9-]+)\s*(?=[;:])/.exec(text)?.[1]
  return name?.toUpperCase()
}

const ZONED: ReadonlySet<string> = new Set(['DTSTART', 'DTEND', 'RECURRENCE-ID', 'RDATE', 'EXDATE'])

/**
 * Repairs an unquoted TZID with a colon, such as `TZID=tzone://Microsoft/Utc:20260505T120000`. RFC 5545,
 * section 3.2, requires quotes, but some programs omit them. A time with a zone has no colon in its value.
 */
function withWholeZone(property: Property): Property {
  const { tzid } = property.parameters
  const colon = property.value.lastIndexOf(':')
  if (typeof tzid !== 'string' || colon === -1) return property
  const zone = `${tzid}:${property.value.slice(0, colon)}`
  const parameters = { ...property.parameters, tzid: zone }
  return { ...property, parameters, value: property.value.slice(colon + 1) }
}

/** Parses a content line as a property; undefined if it is not one. */
export function readProperty({ line, text }: ContentLine): Property | undefined {
  if (text.length > LINE_LENGTH) return undefined
  try {
    // The cast: without conversion, the value is always a text.
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

/** The trimmed value of the first property of a name. */
export const firstValue = (properties: readonly Property[], name: string): string | undefined =>
  properties.find((property) => property.name === name)?.value.trim()

/** The value of a parameter; the first one if it has several. */
export function parameterOf(property: Property, name: string): string | undefined {
  const value = property.parameters[name]
  return typeof value === 'string' ? value : value?.[0]
}

/** Unescapes a text value (RFC 5545, section 3.3.11). */
export const unescapeText = (value: string): string =>
  value.replace(/\\([\\;,nN])/g, (_, character: string) =>
    character === 'n' || character === 'N' ? '\n' : character,
  )
