import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import { withMcp } from '../../src/composition/mcp.ts'
import type { TestApp } from '../http/support/app.ts'

/** The two generations of the protocol. The first one begins with a handshake, the second one has none. */
export const VERSIONS = { '2025-11-25': 'legacy', '2026-07-28': { pin: '2026-07-28' } } as const

/** An assistant's client, which calls tools as `name` with `args`. */
export type Assistant = ReturnType<typeof caller>

/** A test server with `/mcp`. */
export const mcpOf = ({ app }: TestApp): ReturnType<typeof withMcp> =>
  withMcp({ publicUrl: 'https://booking.example.com' }, (call, env) => app.fetch(call, env))

/** Connects an assistant to `/mcp` with an API key, until the test ends. */
export async function connectTo(
  answer: ReturnType<typeof withMcp>,
  apiKey: string,
  mode: (typeof VERSIONS)[keyof typeof VERSIONS] = VERSIONS['2026-07-28'],
): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    requestInit: { headers: { authorization: `Bearer ${apiKey}` } },
    fetch: async (url, init) => answer(new Request(url, init)),
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return caller(client)
}

/** Calls the tools of a client that is connected. */
export function caller(client: Client) {
  const tool = async (name: string, args: Record<string, unknown>) => {
    const called = await client.callTool({ name, arguments: args })
    const { isError = false, structuredContent, content } = called
    const [first] = content
    const text = first?.type === 'text' ? first.text : ''
    return { isError, body: (structuredContent ?? JSON.parse(text)) as Record<string, never> }
  }
  return { client, tool }
}
