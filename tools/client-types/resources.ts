import { docstring, type OpenApi, operationsOf } from './document.ts'
import { type Method, methodOf } from './method.ts'
import { exportedSchemas } from './schemas.ts'

/** A resource with its methods and the resources in it. */
interface Resource {
  readonly names: readonly string[]
  readonly methods: readonly Method[]
  readonly nested: readonly Resource[]
}

const startsWith = (names: readonly string[], begin: readonly string[]): boolean =>
  begin.every((name, index) => names[index] === name)

/** The resources directly in one, or those of the client for `[]`. */
function resourcesIn(names: readonly string[], methods: readonly Method[]): readonly Resource[] {
  const inside = methods.filter(
    ({ resource }) => resource.length > names.length && startsWith(resource, names),
  )
  const own = [...new Set(inside.map(({ resource }) => resource[names.length] ?? ''))].sort()
  return own.map((name) => {
    const path = [...names, name]
    return {
      names: path,
      methods: methods.filter(({ resource }) => resource.join('.') === path.join('.')),
      nested: resourcesIn(path, methods),
    }
  })
}

const typeNameOf = ({ names }: Resource): string =>
  `${names.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join('')}Resource`

const nameIn = ({ names }: Resource): string => names.at(-1) ?? ''

function specOf({ methods, nested }: Resource, indent: string): string {
  const inner = `${indent}  `
  const lines = [
    ...methods.map(({ name, line }) => `${inner}${name}: '${line}',\n`),
    ...nested.map((each) => `${inner}${nameIn(each)}: ${specOf(each, inner)},\n`),
  ]
  return `{\n${lines.join('')}${indent}}`
}

/** What a resource contains: the description of the tag of its first operation. */
function descriptionOf({ methods, nested }: Resource, document: OpenApi): string | undefined {
  const tag = (methods[0] ?? nested[0]?.methods[0])?.operation.tags[0]
  return document.tags.find(({ name }) => name === tag)?.description
}

function interfacesOf(resource: Resource, document: OpenApi): string {
  const members = [
    ...resource.methods.flatMap(({ declarations }) => declarations),
    ...resource.nested.map((each) => {
      const doc = docstring('  ', descriptionOf(each, document))
      return `${doc}  readonly ${nameIn(each)}: ${typeNameOf(each)}\n`
    }),
  ]
  const doc = docstring('', descriptionOf(resource, document))
  const own = `${doc}export interface ${typeNameOf(resource)} {\n${members.join('\n')}}\n`
  return [...resource.nested.map((each) => interfacesOf(each, document)), own].join('\n')
}

function classOf(resources: readonly Resource[], document: OpenApi): string {
  const fields = resources.map((each) => {
    const doc = docstring('  ', descriptionOf(each, document))
    return `${doc}  declare readonly ${nameIn(each)}: ${typeNameOf(each)}\n`
  })
  return `/** The API as methods: \`holdfast.bookings.create({ … })\`. Each calls one operation of the OpenAPI document. */
export class Holdfast {
  /** The same calls by their paths: \`holdfast.http.GET('/v1/bookings')\`. */
  readonly http: HoldfastClient
${fields.join('')}
  constructor(options: HoldfastOptions = {}) {
    this.http = createClient(options)
    const caller = new ResourceCaller(this.http, options)
    // Once for all, so that each name is only once in a bundle.
    Object.assign(this, caller.resource<Omit<Holdfast, 'http'>>(RESOURCES))
  }
}
`
}

const namesIn = (text: string, names: readonly string[]): readonly string[] => {
  const words = new Set(text.match(/\b\w+\b/g))
  return names.filter((name) => words.has(name)).sort()
}

const CALL_TYPES = [
  'Call',
  'CallOptions',
  'IdempotencyOption',
  'IfMatchOption',
  'ListCall',
  'NoTokenOption',
  'TokenOption',
]

const importOf = (names: readonly string[], file: string): string =>
  `import type { ${names.join(', ')} } from './${file}'\n`

/** A module with the class `Holdfast`: a method for every operation, in the resources that their paths name. */
export function resourceModule(document: OpenApi): string {
  const operations = operationsOf(document)
  const methods = operations.map((operation) => methodOf(operation, operations))
  const resources = resourcesIn([], methods)
  const interfaces = resources.map((each) => interfacesOf(each, document)).join('\n')
  const signatures = methods.flatMap(({ declarations }) =>
    declarations.map((text) => text.replaceAll(/\/\*\*.*?\*\//gs, '')),
  )
  const spec = resources.map((each) => `  ${nameIn(each)}: ${specOf(each, '  ')},\n`).join('')
  return `${importOf(namesIn(signatures.join('\n'), CALL_TYPES), 'call.ts')}import { createClient, type HoldfastClient } from './client.ts'
import type { StreamedEvent, StreamOptions } from './event-stream.ts'
import type { operations } from './openapi.generated.ts'
import { type HoldfastOptions, ResourceCaller } from './resource.ts'
${importOf(namesIn(signatures.join('\n'), exportedSchemas(document)), 'schemas.generated.ts')}
type QueryOf<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>

${interfaces}
/** The operation of each method. */
export const RESOURCES = {
${spec}} as const

${classOf(resources, document)}`
}
