import { readFileSync } from 'node:fs'
import { Holdfast } from '@holdfast/client'
import { beforeAll, expect, test } from 'vitest'
import { openApiDocument } from '../../packages/server/src/composition/http/openapi-document.ts'
import { type OpenApi, type Operation, operationsOf } from './document.ts'
import { clientModules } from './generate.ts'
import { EXCEPTIONS, methodNameOf } from './method-name.ts'

// Reading all routes takes long on a busy machine.
const GENERATE_MILLISECONDS = 120_000

let document: string
let operations: readonly Operation[]
beforeAll(async () => {
  document = await openApiDocument()
  operations = operationsOf(JSON.parse(document) as OpenApi)
}, GENERATE_MILLISECONDS)

test(
  'the types and methods of the client are up to date with `npm run client:generate`',
  () => {
    const modules = Object.entries(clientModules(document))
    const stale = modules.filter(([file, text]) => readFileSync(file, 'utf8') !== text)
    expect(stale.map(([file]) => file)).toEqual([])
    expect(modules.length).toBe(3)
  },
  GENERATE_MILLISECONDS,
)

/** A client that only records what it would send. */
function recordingClient() {
  const requests: Request[] = []
  const holdfast = new Holdfast({
    baseUrl: 'http://localhost',
    apiKey: 'hf_key',
    fetch: (request) => {
      requests.push(request)
      const body = { data: [], nextCursor: null }
      return Promise.resolve(Response.json(body))
    },
  })
  return { holdfast, requests }
}

/** Calls a method by its name, such as `bookings.create`, as a program without types does. */
async function callByName(holdfast: Holdfast, name: string, values: readonly unknown[]) {
  const names = name.split('.')
  const method = names.reduce<unknown>((inner, part) => Reflect.get(Object(inner), part), holdfast)
  if (typeof method !== 'function') throw new Error(`holdfast.${name} is not a method`)
  await Reflect.apply(method, undefined, values)
}

const parametersIn = ({ parameters = [] }: Operation, place: string) =>
  parameters.filter((each) => each.in === place)

test('every operation of the contract has a method of its own, which sends its request', async () => {
  const names = operations.map((operation) => methodNameOf(operation, operations))
  expect(new Set(names).size).toBe(operations.length)
  for (const [index, operation] of operations.entries()) {
    if (operation.operationId === 'streamEvents') continue
    const { holdfast, requests } = recordingClient()
    const path = parametersIn(operation, 'path').map(({ name }) => `${name}-value`)
    const [mediaType] = Object.keys(operation.requestBody?.content ?? {})
    const isFile = mediaType !== undefined && !mediaType.endsWith('json')
    const text = 'BEGIN:VCALENDAR'
    const file = mediaType?.startsWith('image/') ? new Blob([text], { type: mediaType }) : text
    const body = isFile ? file : { field: 1 }
    const query = parametersIn(operation, 'query').map(({ name }) => [name, `${name}-value`])
    await callByName(holdfast, names[index] ?? '', [
      ...path,
      ...(mediaType === undefined ? [] : [body]),
      ...(query.length === 0 ? [] : [Object.fromEntries(query)]),
      { headers: { 'x-option': '1' } },
    ])
    const [request] = requests
    const url = new URL(request?.url ?? '')
    expect({
      method: request?.method,
      path: url.pathname,
      query: [...url.searchParams],
      type: request?.headers.get('content-type')?.split(';')[0],
      body: await request?.text(),
      hasKey: request?.headers.has('authorization'),
      option: request?.headers.get('x-option'),
    }).toEqual({
      method: operation.method,
      path: operation.path.replaceAll(/\{(\w+)\}/g, '$1-value'),
      query,
      type: mediaType,
      body: mediaType === undefined ? '' : isFile ? text : '{"field":1}',
      hasKey: operation.security?.length !== 0,
      option: '1',
    })
  }
})

test('a method has the name that its path or its verb gives, unless a table names it', () => {
  const stale = Object.keys(EXCEPTIONS).filter(
    (id) => !operations.some(({ operationId }) => operationId === id),
  )
  expect(stale).toEqual([])
  const nameOf = (id: string) => {
    const operation = operations.find(({ operationId }) => operationId === id)
    return operation && methodNameOf(operation, operations)
  }
  expect(nameOf('createBooking')).toBe('bookings.create')
  expect(nameOf('confirmBooking')).toBe('bookings.confirm')
  expect(nameOf('listSlots')).toBe('eventTypes.slots')
  expect(nameOf('updateWebhookEndpoint')).toBe('webhookEndpoints.update')
  expect(nameOf('rotateWebhookSecret')).toBe('webhookEndpoints.rotateSecret')
  expect(nameOf('listCalendarEvents')).toBe('calendars.events.list')
  expect(nameOf('createPublicBooking')).toBe('public.bookings.create')
  expect(nameOf('revokeApiKey')).toBe('apiKeys.revoke')
  expect(nameOf('createTimeOff')).toBe('providers.timeOff.create')
  expect(nameOf('getGuestStay')).toBe('stays.get')
})

const STANDARD: Readonly<Record<string, string>> = {
  create: 'POST',
  list: 'GET',
  get: 'GET',
  update: 'PATCH',
  replace: 'PUT',
  delete: 'DELETE',
}

test('create, list, get, update, replace and delete mean the same in every resource', () => {
  const others = operations.filter((operation) => {
    const verb = methodNameOf(operation, operations).split('.').at(-1) ?? ''
    return (STANDARD[verb] ?? operation.method) !== operation.method
  })
  expect(others.map(({ operationId }) => operationId)).toEqual([])
  const plain = operations.filter(({ path }) => /^\/v1\/[\w-]+$/.test(path))
  const posts = plain.filter(({ method }) => method === 'POST')
  expect(posts.map((each) => methodNameOf(each, operations)).sort()).toEqual([
    'absences.create',
    'accounts.create',
    'apiKeys.create',
    'bookingGroups.create',
    'bookings.create',
    'calendars.create',
    'closures.create',
    'contacts.create',
    'eventTypes.create',
    'members.create',
    'photos.create',
    'properties.create',
    'providers.create',
    'ratePlans.create',
    'schedules.create',
    'session.create',
    'signIn.request',
    'webhookEndpoints.create',
  ])
})
