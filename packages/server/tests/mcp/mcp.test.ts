import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { MCP_USAGE, runMcp, withMcp } from '../../src/composition/mcp.ts'
import { KEY, openTestApp, type TestApp } from '../http/support/app.ts'
import { BOOKER, eventTypeBody, makeProvider, NEXT_START, START } from '../http/support/fixtures.ts'

let server: TestApp
let answer: ReturnType<typeof withMcp>
beforeAll(async () => {
  server = await openTestApp()
  answer = withMcp((request, env) => server.app.fetch(request, env))
})
afterAll(() => server.close())

const RANGE = { from: '2026-04-27', to: '2026-04-28' }

/** The two generations of the protocol. The first one begins with a handshake, the second one has none. */
const VERSIONS = { '2025-11-25': 'legacy', '2026-07-28': { pin: '2026-07-28' } } as const

/** An assistant's client, which calls tools as `name` with `args`. */
async function connect(
  apiKey = KEY,
  mode: (typeof VERSIONS)[keyof typeof VERSIONS] = VERSIONS['2026-07-28'],
) {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    requestInit: { headers: { authorization: `Bearer ${apiKey}` } },
    fetch: async (url, init) => answer(new Request(url, init)),
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return caller(client)
}

function caller(client: Client) {
  const tool = async (name: string, args: Record<string, unknown>) => {
    const {
      isError = false,
      structuredContent,
      content,
    } = await client.callTool({
      name,
      arguments: args,
    })
    const [first] = content
    const text = first?.type === 'text' ? first.text : ''
    return { isError, body: (structuredContent ?? JSON.parse(text)) as Record<string, never> }
  }
  return { client, tool }
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
      find_bookings: 'reads',
      get_booking: 'reads',
      hold_time: 'changes',
      book_time: 'changes',
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

  test('do no more than the scopes of the key allow', async () => {
    const { id: eventTypeId } = await makeType()
    const body = { name: 'Reader', scopes: ['read'] }
    const { secret } = (await server.call('POST', '/v1/api-keys', { body })).body
    const { tool } = await connect(String(secret))
    expect((await tool('list_event_types', {})).isError).toBe(false)
    const refused = await tool('hold_time', { eventTypeId, start: START, booker: BOOKER })
    expect(refused).toMatchObject({ isError: true, body: { status: 403 } })
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
  const post = (headers: Record<string, string>, body = '{}') =>
    answer(new Request('http://localhost/mcp', { method: 'POST', headers, body }))

  test('asks for an API key', async () => {
    const got = await post({})
    expect([got.status, got.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="holdfast"',
    ])
    expect(await got.json()).toMatchObject({ code: 'unauthorized', status: 401 })
  })

  test('refuses a body of more than 256 KiB, and one that is no message', async () => {
    const headers = {
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    expect((await post(headers, JSON.stringify('x'.repeat(262_144)))).status).toBe(413)
    expect((await post(headers, 'x')).status).toBe(400)
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
    const http = serve({ fetch: server.app.fetch, port: 0, hostname: '127.0.0.1' })
    if (!http.listening) await once(http, 'listening')
    onTestFinished(async () => {
      await new Promise((resolve) => http.close(resolve))
    })
    const { port } = http.address() as AddressInfo
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

  test.each([
    [['--url', 'ftp://example.com'], KEY, '--url must be an http or https address'],
    [['--port', '1'], KEY, MCP_USAGE],
    [[], undefined, 'Set HOLDFAST_API_KEY'],
  ])('with %j and the key %s says what is wrong', async (args, apiKey, message) => {
    const notices: string[] = []
    const output = { report: () => {}, notice: (text: string) => void notices.push(text) }
    expect(await runMcp(args, { HOLDFAST_API_KEY: apiKey }, output)).toBe(2)
    expect(notices.join('\n')).toContain(message)
  })
})
