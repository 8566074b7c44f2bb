import { docstring, type Operation, type Schema } from './document.ts'
import { methodNameOf } from './method-name.ts'

/** A method of the client, as source code. */
export interface Method {
  /** The resource that it belongs to, such as `['calendars', 'events']`. */
  readonly resource: readonly string[]
  readonly name: string
  readonly operation: Operation
  /** The operation as the client reads it at run time: `POST /v1/bookings/{id}/cancel body`. */
  readonly line: string
  /** The declarations, with a docstring each. Two, if a manage token changes the type of the result. */
  readonly declarations: readonly string[]
}

/** Parameters of the query that the method lacks, because they change the type of its result. */
const WITHOUT: Readonly<Record<string, readonly string[]>> = {
  listCalendarEvents: ['format', 'start', 'end'],
}

/** Headers that a browser sends, that an option sends, or that make the response empty. */
const OTHER_HEADERS = ['Cookie', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'User-Agent']

const nameOfRef = ({ $ref = '' }: Schema): string => $ref.split('/').at(-1) ?? ''

const contentOf = (
  body: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> } | undefined,
) => Object.entries(body?.content ?? {})[0] ?? []

/** The types of a successful response: one, or those of a schema with alternatives. */
function resultsOf({ responses }: Operation): readonly string[] {
  const found = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => {
      const [, { schema = {} } = {}] = contentOf(response)
      if (response.content === undefined) return ['void']
      if (schema.anyOf !== undefined) return schema.anyOf.map(nameOfRef).filter(Boolean)
      if (schema.$ref !== undefined) return [nameOfRef(schema)]
      if (schema.format === 'binary') return ['Blob']
      return [schema.type === 'string' ? 'string' : 'Readonly<Record<string, unknown>>']
    })
  return [...new Set(found)]
}

const acceptsToken = ({ security = [] }: Operation): boolean =>
  security.some((scheme) => 'manageToken' in scheme || 'customerToken' in scheme)

/** Whether an operation can be called without credentials. */
const isPublic = ({ security }: Operation): boolean => security?.length === 0

function isList(operation: Operation): boolean {
  return (operation.parameters ?? []).some(({ name }) => name === 'cursor')
}

/** Whether a body is no text. Its type is that of its `Blob`. */
const isBinary = ({ requestBody }: Operation): boolean =>
  contentOf(requestBody)[1]?.schema?.format === 'binary'

const answersBlob = (operation: Operation): boolean => resultsOf(operation).includes('Blob')

const answersText = (operation: Operation): boolean =>
  contentOf(Object.entries(operation.responses).find(([status]) => status === '200')?.[1])[0] !==
    'application/json' && resultsOf(operation).includes('string')

/** What the client has to know about an operation at run time. */
function lineOf(operation: Operation): string {
  const { method, path, requestBody, parameters = [] } = operation
  const [mediaType] = contentOf(requestBody)
  const isStream = operation.operationId === 'streamEvents'
  const words = [
    ...(mediaType === undefined
      ? []
      : isBinary(operation)
        ? ['body=*']
        : [mediaType === 'application/json' ? 'body' : `body=${mediaType}`]),
    ...(parameters.some((each) => each.in === 'query') && !isStream ? ['query'] : []),
    ...(isList(operation) ? ['list'] : []),
    ...(isStream ? ['stream'] : answersText(operation) ? ['text'] : []),
    ...(answersBlob(operation) ? ['blob'] : []),
    ...(isPublic(operation) ? ['public'] : []),
  ]
  return [method, path, ...words].join(' ')
}

/** The name of a parameter of the path. An `id` of an outer resource has its name: `calendarId`. */
function parameterName(name: string, { path }: Operation, resource: readonly string[]): string {
  const owner = path.split('/')[path.split('/').indexOf(`{${name}}`) - 1] ?? ''
  if (name !== 'id') return name
  if (owner === 'stays') return 'calendarId'
  if (resource.length === 1) return name
  const words = owner.replace(/s$/, '').split('-')
  return `${words.map((word, index) => (index > 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word)).join('')}Id`
}

function queryOf({ operationId, parameters = [] }: Operation) {
  const query = parameters.filter((each) => each.in === 'query')
  if (query.length === 0) return []
  const without = WITHOUT[operationId]?.map((name) => `'${name}'`).join(' | ')
  const type = `QueryOf<'${operationId}'>`
  return [
    {
      name: 'query',
      type: without === undefined ? type : `Omit<${type}, ${without}>`,
      isRequired: query.some(({ required }) => required),
    },
  ]
}

function bodyOf({ requestBody }: Operation) {
  const [mediaType, { schema = {} } = {}] = contentOf(requestBody)
  if (mediaType === undefined) return []
  const file = schema.format === 'binary' ? 'Blob' : 'string'
  const type = schema.$ref === undefined ? file : nameOfRef(schema)
  return [
    {
      name: schema.$ref === undefined ? 'file' : 'body',
      type,
      isRequired: requestBody?.required === true,
    },
  ]
}

function optionsOf({ parameters = [] }: Operation): { type: string; isRequired: boolean } {
  const headers = parameters.filter((each) => each.in === 'header')
  const others = headers.filter(({ name }) => !OTHER_HEADERS.includes(name))
  const fields = others.map(
    ({ name, required }) => `readonly '${name}'${required ? '' : '?'}: string`,
  )
  const isRequired = others.some(({ required }) => required)
  const types = [
    'CallOptions',
    ...(headers.some(({ name }) => name === 'Idempotency-Key') ? ['IdempotencyOption'] : []),
    ...(headers.some(({ name }) => name === 'If-Match') ? ['IfMatchOption'] : []),
    ...(fields.length > 0
      ? [`{ readonly headers${isRequired ? '' : '?'}: { ${fields.join('; ')} } }`]
      : []),
  ]
  return { type: types.join(' & '), isRequired }
}

interface Argument {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
}

/** The parameters of a method. One that can be left out is `| undefined` if a required one comes after it. */
const argumentsOf = (all: readonly Argument[]): string =>
  all
    .map(({ name, type, isRequired }, index) => {
      if (isRequired) return `${name}: ${type}`
      return all.slice(index + 1).some((later) => later.isRequired)
        ? `${name}: ${type} | undefined`
        : `${name}?: ${type}`
    })
    .join(', ')

function declarationsOf(operation: Operation, resource: readonly string[], name: string) {
  const { operationId, summary, description, method, path, parameters = [] } = operation
  const deprecated = operation.deprecated === true ? '@deprecated' : undefined
  const doc = docstring('  ', `${summary}.`, description, `\`${method} ${path}\``, deprecated)
  if (operationId === 'streamEvents') {
    return [`${doc}  ${name}(options?: StreamOptions): AsyncGenerator<StreamedEvent>\n`]
  }
  const inner: readonly Argument[] = [
    ...parameters
      .filter((each) => each.in === 'path')
      .map((each) => ({
        name: parameterName(each.name, operation, resource),
        type: 'string',
        isRequired: true,
      })),
    ...bodyOf(operation),
    ...queryOf(operation),
  ]
  const options = optionsOf(operation)
  const declare = (more: string, isRequired: boolean, result: string) => {
    const last = { name: 'options', type: `${options.type}${more}`, isRequired }
    return `${doc}  ${name}(${argumentsOf([...inner, last])}): ${result}\n`
  }
  const results = resultsOf(operation)
  const kind = isList(operation) ? 'ListCall' : 'Call'
  const [first = 'void', second] = results
  if (!acceptsToken(operation)) {
    return [declare('', options.isRequired, `${kind}<${results.join(' | ')}>`)]
  }
  return [
    declare(' & NoTokenOption', options.isRequired, `${kind}<${first}>`),
    declare(' & TokenOption', true, `${kind}<${second ?? first}>`),
  ]
}

/** The method that calls an operation. */
export function methodOf(operation: Operation, all: readonly Operation[]): Method {
  const names = methodNameOf(operation, all).split('.')
  const resource = names.slice(0, -1)
  const name = names.at(-1) ?? ''
  return {
    resource,
    name,
    operation,
    line: lineOf(operation),
    declarations: declarationsOf(operation, resource, name),
  }
}
