import { type Check, isTest, isTypeScript } from './source-file.ts'
import { findIn, nameOf, type PlacedNode, type SyntaxNode } from './syntax.ts'

/** Where the runtime's own tz data is read on purpose: the names of zones, and instants before the table. */
const OWN_ZONES: ReadonlySet<string> = new Set([
  'packages/web/src/shared/time/zone-offsets.ts',
  'packages/web/src/shared/time/zones.ts',
  'packages/server/src/adapters/phone/phone-numbers.ts',
])

/** Members that convert with the runtime's tz data; those with options only if they name a zone. */
const CONVERTERS: ReadonlySet<string> = new Set([
  'toZonedDateTime',
  'toZonedDateTimeISO',
  'getTimeZoneTransition',
  'ZonedDateTime',
])
const FORMATTERS: ReadonlySet<string> = new Set([
  'DateTimeFormat',
  'toLocaleString',
  'toLocaleDateString',
  'toLocaleTimeString',
])
const LIBRARIES: ReadonlySet<string> = new Set([
  'temporal-polyfill',
  'luxon',
  'moment-timezone',
  'rrule-temporal',
])

const WORD = new RegExp([...CONVERTERS, ...FORMATTERS, ...LIBRARIES].join('|'))

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value

/** Whether an options object names the zone UTC, so that the runtime's tz data is not used. */
function isInUtc(options: unknown): boolean {
  if (!isNode(options) || !Array.isArray(options.properties)) return false
  // A spread after the zone could replace it.
  const last: unknown = options.properties.findLast(
    (property: unknown) =>
      isNode(property) &&
      (property.type === 'SpreadElement' || nameOf(property.key) === 'timeZone'),
  )
  return isNode(last) && last.type === 'KeyValueProperty' && nameOf(last.value) === 'UTC'
}

const argumentsOf = (node: SyntaxNode): readonly unknown[] =>
  Array.isArray(node.arguments)
    ? node.arguments.map((argument: unknown) => Reflect.get(Object(argument), 'expression'))
    : []

/** What a node does with the runtime's tz data; undefined if nothing. */
function runtimeZone({ node }: PlacedNode): string | undefined {
  if (node.type === 'ImportDeclaration' && node.typeOnly !== true) {
    const source = String(Reflect.get(Object(node.source), 'value'))
    return LIBRARIES.has(source) ? source : undefined
  }
  if (node.type === 'MemberExpression') {
    const name = nameOf(node.property)
    return name !== undefined && CONVERTERS.has(name) ? name : undefined
  }
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return undefined
  const { callee } = node
  const name = isNode(callee) && callee.type === 'MemberExpression' && nameOf(callee.property)
  if (typeof name !== 'string' || !FORMATTERS.has(name)) return undefined
  const [, options] = argumentsOf(node)
  // Numbers and lists are formatted with other options, or with none.
  if (name === 'toLocaleString' && options === undefined) return undefined
  return isInUtc(options) ? undefined : name
}

const zonesFromTheTable: Check = {
  name: 'zones-from-the-table',
  applies: (path) =>
    path.startsWith('packages/') &&
    path.includes('/src/') &&
    isTypeScript(path) &&
    !isTest(path) &&
    !OWN_ZONES.has(path),
  find: (file) =>
    findIn(file, WORD, (placed) => {
      const name = runtimeZone(placed)
      return (
        name &&
        `${name}: the runtime's tz data may be older than the table; convert with it, format in UTC`
      )
    }),
}

export const ZONE_CHECKS: readonly Check[] = [zonesFromTheTable]
