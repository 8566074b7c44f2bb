import { RESOURCES } from '@holdfast/client/resources'
import type { SampleFile, SampleRequest } from './sample-request.ts'

/** A value as TypeScript, as its formatter would write it. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') {
    const text = JSON.stringify(value)
    return value.includes("'") ? text : `'${text.slice(1, -1).replaceAll('\\"', '"')}'`
  }
  if (value === null || typeof value !== 'object') return String(value)
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const entries = Array.isArray(value)
    ? value.map((each) => literal(each, inner))
    : Object.entries(value).map(([name, each]) => `${key(name)}: ${literal(each, inner)}`)
  if (entries.length === 0) return `${open}${close}`
  const line = Array.isArray(value) ? `[${entries.join(', ')}]` : `{ ${entries.join(', ')} }`
  if (line.length <= 60 && !line.includes('\n')) return line
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}${close}`
}

const key = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : literal(name))

/** How long a sample in one line may be. */
const LINE_LENGTH = 80

const isEmpty = (object: object): boolean => Object.keys(object).length === 0

/** The names of the parameters that are numbers, and of those that are lists. */
export interface ParameterTypes {
  readonly numeric: ReadonlySet<string>
  readonly lists: ReadonlySet<string>
}

/** The values of a query with their types. */
const typed = (
  values: Readonly<Record<string, string>>,
  { numeric, lists }: ParameterTypes,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (lists.has(name)) return [name, [value]]
      return [name, numeric.has(name) ? Number(value) : value]
    }),
  )

/** The methods of the client by their operations: `POST /v1/bookings` is `bookings.create`, which takes a `body`. */
const METHODS: ReadonlyMap<string, { readonly name: string; readonly words: readonly string[] }> =
  new Map(methodsIn(RESOURCES, []))

interface Resources {
  readonly [name: string]: string | Resources
}

function methodsIn(
  resources: Resources,
  names: readonly string[],
): readonly (readonly [string, { name: string; words: readonly string[] }])[] {
  return Object.entries(resources).flatMap(([name, value]) => {
    const path = [...names, name]
    if (typeof value !== 'string') return methodsIn(value, path)
    const [method, template, ...words] = value.split(' ')
    return [[`${method} ${template}`, { name: path.join('.'), words }]] as const
  })
}

/** What a method is called with, in order. A value that is left out before another one is undefined. */
function valuesOf(
  { pathParameters, query, headers, body, file }: SampleRequest,
  words: readonly string[],
  types: ParameterTypes,
): readonly unknown[] {
  const values = [
    ...Object.values(pathParameters),
    ...(words.some((word) => word.startsWith('body')) ? [file?.text ?? body] : []),
    ...(words.includes('query') ? [isEmpty(query) ? undefined : typed(query, types)] : []),
    isEmpty(headers) ? undefined : { headers },
  ]
  return values.slice(0, values.findLastIndex((value) => value !== undefined) + 1)
}

/**
 * The request as a method of the client, which is `holdfast` in the sample. Throws for a request that is none of the
 * contract.
 */
export function typescriptSample(request: SampleRequest, types: ParameterTypes): string {
  const operation = `${request.method} ${request.template}`
  const method = METHODS.get(operation)
  if (method === undefined) throw new Error(`the client has no method for ${operation}`)
  const call = `holdfast.${method.name}`
  if (request.isStream) {
    return `for await (const { position, event } of ${call}()) {
  console.log(position, event.type)
}`
  }
  if (request.file?.name !== undefined) return uploadSample(call, request.file.name, request.file)
  const values = valuesOf(request, method.words, types)
  const line = `const answer = await ${call}(${values.map((value) => literal(value)).join(', ')})`
  if (line.length <= LINE_LENGTH && !line.includes('\n')) return line
  const [only] = values
  if (values.length === 1) return `const answer = await ${call}(${literal(only)})`
  const lines = values.map((value) => `  ${literal(value, '  ')},\n`)
  return `const answer = await ${call}(\n${lines.join('')})`
}

/** A call with a file that a program of Node reads. */
const uploadSample = (call: string, name: string, { mediaType }: SampleFile): string =>
  `const { openAsBlob } = await import('node:fs')
const file = await openAsBlob(${literal(name)}, ${literal({ type: mediaType })})
const answer = await ${call}(file)`
