import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { MCP_USAGE, runMcp } from '../../src/composition/mcp.ts'
import { KEY, openTestApp, type TestApp } from '../http/support/app.ts'
import { BOOKER, eventTypeBody, makeProvider, NEXT_START, START } from '../http/support/fixtures.ts'
import { type Assistant, caller, connectTo, mcpOf, VERSIONS } from './assistant.ts'

let server: TestApp
let answer: ReturnType<typeof mcpOf>
beforeAll(async () => {
  server = await openTestApp()
  answer = mcpOf(server)
})
afterAll(() => server.close())

const connect = (
  apiKey = KEY,
  mode?: (typeof VERSIONS)[keyof typeof VERSIONS],
): Promise<Assistant> => connectTo(answer, apiKey, mode)

const RANGE = { from: '2026-04-27', to: '2026-04-28' }

async function keyWith(...scopes: readonly string[]): Promise<string> {
  const body = { name: 'Assistant', scopes }
  return String((await server.call('POST', '/v1/api-keys', { body })).body.secret)
}

/** Serves on a port of this machine until the test ends. */
async function listening(fetch: Parameters<typeof serve>[0]['fetch']): Promise<number> {
  const http = serve({ fetch, port: 0, hostname: '127.0.0.1' })
  if (!http.listening) await once(http, 'listening')
  onTestFinished(async () => {
    await new Promise((resolve) => http.close(resolve))
  })
  return (http.address() as AddressInfo).port
}

async function makeType(more: Readonly<Record<string, unknown>> = {}) {
  const provider = await makeProvider(server.call)
  const body = eventTypeBody(provider.id, more)
  return (await server.call('POST', '/v1/event-types', { body })).body
}

describe.each(Object.entries(VERSIONS))('an assistant that speaks MCP %s', (_version, mode) => {
  test('finds a free time, holds it, and confirms it once its person agrees', async () => {
    const { id: eventTypeId } = await makeType({ title: 'Tutoring' })
    const { tool } = await connect(KEY, mode)
    const types = await tool('list_event_types', {})
    expect(types.body.eventTypes).toContainEqual(
      expect.objectContaining({ id: eventTypeId, title: 'Tutoring', confirmation: 'hold' }),
    )
    const free = await tool('search_availability', {
      eventTypeId,
      ...RANGE,
      timeZone: 'America/New_York',
      limit: 1,
    })
    expect(free.body).toEqual({
      slots: [
        { start: START, end: '2026-04-27T07:30:00Z', localStart: '2026-04-27T03:00:00-04:00' },
      ],
      more: 15,
    })
    const held = await tool('hold_time', { eventTypeId, start: START, booker: BOOKER })
    expect(held.body).toMatchObject({
      status: 'pending',
      holdExpiresAt: '2026-04-20T08:05:00Z',
      start: START,
    })
    expect(JSON.stringify(held.body)).not.toContain('hm_')
    const confirmed = await tool('confirm_booking', { bookingId: held.body.id })
    expect(confirmed.body).toMatchObject({ id: held.body.id, status: 'confirmed' })
  })
})

describe('the tools of an assistant', () => {
  test('say in words what they do, and which of them change or give up something', async () => {
    const { client } = await connect()
    const { tools } = await client.listTools()
    const hints = tools.map(({ name, annotations }) => [
      name,
      annotations?.readOnlyHint === true
        ? 'reads'
        : annotations?.destructiveHint === true
          ? 'gives up'
          : 'changes',
    ])
    expect(Object.fromEntries(hints)).toEqual({
      list_providers: 'reads',
      list_event_types: 'reads',
      search_availability: 'reads',
      explain_time: 'reads',
      list_properties: 'reads',
      search_stays: 'reads',
      explain_stay: 'reads',
      find_bookings: 'reads',
      get_booking: 'reads',
      hold_time: 'changes',
      book_time: 'changes',
      hold_stay: 'changes',
      book_stay: 'changes',
      confirm_booking: 'changes',
      reschedule_booking: 'gives up',
      cancel_booking: 'gives up',
    })
    expect(tools.filter(({ description = '' }) => description.length < 20)).toEqual([])
  })

  test('answer a taken time with its code, and explain it', async () => {
    const { id: eventTypeId } = await makeType()
    const { tool } = await connect()
    const booking = { eventTypeId, start: START, booker: BOOKER }
    await tool('hold_time', booking)
    const refused = await tool('hold_time', booking)
    expect(refused).toMatchObject({ isError: true, body: { status: 409, code: 'slot_taken' } })
    const explained = await tool('explain_time', { eventTypeId, start: START })
    expect(explained.body).toMatchObject({ available: false, reasons: [{ code: 'taken' }] })
  })

  test('move, find, read and cancel a booking', async () => {
    const { id: eventTypeId } = await makeType()
    const { tool } = await connect()
    const { body } = await tool('hold_time', { eventTypeId, start: START, booker: BOOKER })
    const bookingId = body.id
    await tool('confirm_booking', { bookingId })
    const moved = await tool('reschedule_booking', { bookingId, start: NEXT_START })
    expect(moved.body).toMatchObject({ start: NEXT_START, rescheduledFrom: START })
    const found = await tool('find_bookings', { eventTypeId, status: ['confirmed'], ...RANGE })
    expect(found.body.bookings).toMatchObject([{ id: bookingId, start: NEXT_START }])
    await tool('cancel_booking', { bookingId, reason: 'Ill' })
    const read = await tool('get_booking', { bookingId })
    expect(read.body).toMatchObject({ status: 'cancelled', cancellationReason: 'Ill' })
  })

  test('release a hold that its person does not want', async () => {
    const { id: eventTypeId } = await makeType()
    const { tool } = await connect()
    const booking = { eventTypeId, start: START, booker: BOOKER }
    const { body } = await tool('hold_time', booking)
    await tool('cancel_booking', { bookingId: body.id })
    expect((await tool('hold_time', booking)).body).toMatchObject({ status: 'pending' })
  })

  test('never book at once where a hold was meant, nor hold where it would book', async () => {
    const instant = await makeType({ confirmation: 'instant' })
    const hold = await makeType()
    const { tool } = await connect()
    const at = { start: START, booker: BOOKER }
    const notHeld = await tool('hold_time', { eventTypeId: instant.id, ...at })
    const notBooked = await tool('book_time', { eventTypeId: hold.id, ...at })
    expect([notHeld, notBooked]).toMatchObject([
      { isError: true, body: { code: 'unsuitable' } },
      { isError: true, body: { code: 'unsuitable' } },
    ])
    const taken = await tool('find_bookings', { eventTypeId: instant.id })
    expect(taken.body.bookings).toEqual([])
    const booked = await tool('book_time', { eventTypeId: instant.id, ...at })
    expect(booked.body).toMatchObject({ status: 'confirmed' })
  })

  test.each([
    [
      ['read'],
      [
        'explain_stay',
        'explain_time',
        'find_bookings',
        'get_booking',
        'list_event_types',
        'list_properties',
        'list_providers',
        'search_availability',
        'search_stays',
      ],
    ],
    [['bookings'], ['cancel_booking', 'confirm_booking', 'reschedule_booking']],
    [['settings'], []],
  ])('of a key with %j are those that it may call', async (scopes, names) => {
    const { client } = await connect(await keyWith(...scopes))
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual(names)
  })

  test('do no more than the scopes of the key allow', async () => {
    const { id: eventTypeId } = await makeType()
    const { client, tool } = await connect(await keyWith('read'))
    expect((await tool('list_event_types', {})).isError).toBe(false)
    const booking = { eventTypeId, start: START, booker: BOOKER }
    await expect(client.callTool({ name: 'hold_time', arguments: booking })).rejects.toThrow(
      'Tool hold_time not found',
    )
  })

  test('refuse arguments that they do not know, at any depth', async () => {
    const { client } = await connect()
    const booker = { ...BOOKER, mail: 'ada@example.com' }
    const calls = await Promise.all(
      [
        { name: 'list_providers', arguments: { evil: 1 } },
        { name: 'confirm_booking', arguments: { bookingId: 'bkg_1', id: 'bkg_2' } },
        { name: 'hold_time', arguments: { eventTypeId: 'evt_1', start: START, booker } },
      ].map((call) => client.callTool(call)),
    )
    expect(calls).toMatchObject([
      {
        isError: true,
        content: [{ text: expect.stringContaining('"evil" is unknown; remove it') }],
      },
      { isError: true, content: [{ text: expect.stringContaining('"id" is unknown; remove it') }] },
      {
        isError: true,
        content: [{ text: expect.stringContaining('"mail" is unknown; remove it') }],
      },
    ])
  })

  test.each(Object.entries(VERSIONS))('are said to stay the same in MCP %s', async (_, mode) => {
    const { client } = await connect(KEY, mode)
    expect(client.getServerCapabilities()?.tools).toEqual({ listChanged: false })
  })

  test('see nothing of other accounts', async () => {
    const { id: eventTypeId } = await makeType()
    const { tool } = await connect(server.otherKey)
    expect((await tool('list_event_types', {})).body.eventTypes).toEqual([])
    const refused = await tool('search_availability', { eventTypeId, ...RANGE })
    expect(refused).toMatchObject({ isError: true, body: { status: 404, code: 'not_found' } })
  })
})

describe('/mcp', () => {
  const MESSAGE_HEADERS = {
    authorization: `Bearer ${KEY}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const LIST_TOOLS = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const post = (headers: Record<string, string>, body = '{}') =>
    answer(new Request('http://localhost/mcp', { method: 'POST', headers, body }))

  test.each([{}, { authorization: `Bearer ${KEY}x` }])(
    'asks for a valid API key, given %j',
    async (headers) => {
      const got = await post(headers)
      expect([got.status, got.headers.get('www-authenticate')]).toEqual([
        401,
        'Bearer realm="holdfast"',
      ])
      expect(await got.json()).toMatchObject({ code: 'unauthenticated', status: 401 })
    },
  )

  test.each(Object.entries(VERSIONS))(
    'refuses a wrong key before the first call of a tool in MCP %s',
    async (_, mode) => {
      await expect(connect(`${KEY}x`, mode)).rejects.toMatchObject({ status: 401 })
    },
  )

  test.each([
    ['https://evil.example', 403, 'page'],
    ['http://localhost', 403, 'page'],
    ['null', 403, 'page'],
    ['https://booking.example.com', 200, null],
  ])('answers a page of %s with %i', async (origin, status, requestId) => {
    const got = await post({ ...MESSAGE_HEADERS, origin, 'x-request-id': 'page' }, LIST_TOOLS)
    expect(got.status).toBe(status)
    expect(got.headers.get('x-request-id')).toBe(requestId)
  })

  test.each([
    ['of a declared length', false],
    ['sent in chunks', true],
  ])('keeps the connection after it refused a body %s', async (_, isChunked) => {
    const port = await listening(answer)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const send = async (body: string) => {
      const length = isChunked ? undefined : String(body.length)
      const headers = { ...MESSAGE_HEADERS, ...(length && { 'content-length': length }) }
      const sent = request({
        port,
        host: '127.0.0.1',
        path: '/mcp',
        method: 'POST',
        headers,
        agent,
      })
      sent.write(body.slice(0, 10))
      sent.end(body.slice(10))
      const [response] = await once(sent, 'response')
      response.resume()
      await once(response, 'end')
      return { status: response.statusCode, reused: sent.reusedSocket }
    }
    expect(await send('x'.repeat(400_000))).toEqual({ status: 413, reused: false })
    expect(await send(LIST_TOOLS)).toEqual({ status: 200, reused: true })
  })

  test('refuses a body of more than 256 KiB, and one that is no message', async () => {
    expect((await post(MESSAGE_HEADERS, JSON.stringify('x'.repeat(262_144)))).status).toBe(413)
    expect((await post(MESSAGE_HEADERS, 'x')).status).toBe(400)
  })

  test('leaves other paths to the API', async () => {
    const got = await answer(new Request('http://localhost/v1/mcp'))
    expect(got.status).toBe(404)
  })
})

describe('npm run mcp', () => {
  const SERVER = fileURLToPath(new URL('../../src/entrypoints/mcp.ts', import.meta.url))

  test('serves an assistant on standard input and output', async () => {
    await makeType({ title: 'Over pipes' })
    const port = await listening(server.app.fetch)
    const client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [SERVER, '--url', `http://127.0.0.1:${port}`],
        env: { HOLDFAST_API_KEY: KEY },
      }),
    )
    onTestFinished(() => client.close())
    const { body } = await caller(client).tool('list_event_types', {})
    expect(body.eventTypes).toContainEqual(expect.objectContaining({ title: 'Over pipes' }))
  })

  const run = async (args: readonly string[], apiKey: string | undefined) => {
    const notices: string[] = []
    const output = { report: () => {}, notice: (text: string) => void notices.push(text) }
    const code = await runMcp(args, { HOLDFAST_API_KEY: apiKey }, output)
    return { code, said: notices.join('\n') }
  }

  test('does not start with a key that the server refuses, and repeats its words', async () => {
    const port = await listening(server.app.fetch)
    const ended = await run(['--url', `http://127.0.0.1:${port}`], `${KEY}x`)
    expect(ended).toEqual({
      code: 1,
      said: `http://127.0.0.1:${port}/ answered 401: The API key is unknown or revoked.`,
    })
  })

  test('does not start without a server, and says so', async () => {
    // No pauses between the attempts.
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => void vi.restoreAllMocks())
    const socket = createServer().listen(0, '127.0.0.1')
    await once(socket, 'listening')
    const { port } = socket.address() as AddressInfo
    socket.close()
    await once(socket, 'close')
    const ended = await run(['--url', `http://127.0.0.1:${port}`], KEY)
    expect(ended).toEqual({
      code: 1,
      said: `http://127.0.0.1:${port}/ cannot be reached. Start the server, or set --url.`,
    })
  })

  test.each([
    [['--url', 'ftp://example.com'], KEY, '--url must be an http or https address'],
    [['--port', '1'], KEY, MCP_USAGE],
    [[], undefined, 'Set HOLDFAST_API_KEY'],
  ])('with %j and the key %s says what is wrong', async (args, apiKey, message) => {
    const ended = await run(args, apiKey)
    expect(ended).toEqual({ code: 2, said: expect.stringContaining(message) })
  })
})
