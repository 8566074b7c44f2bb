import { createClient } from '@holdfast/client'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { createHoldfastMcp, type Scopes } from './server.ts'

/** What `/mcp` needs. */
export interface McpHttpOptions {
  /** Answers a call of the API, made for the sender of the MCP request. */
  readonly callApi: (call: Request) => Promise<Response>
  readonly version: string
}

const BEARER = /^Bearer (hf_\S+)$/i

/**
 * Answers an MCP request over Streamable HTTP, whose body the caller has bounded. It keeps no session: each request has
 * its API key, and every tool calls the API with it. A key that the API refuses gets the refusal of the API.
 */
export async function answerMcp(
  request: Request,
  { callApi, version }: McpHttpOptions,
): Promise<Response> {
  const apiKey = BEARER.exec(request.headers.get('authorization') ?? '')?.[1]
  const { origin } = new URL(request.url)
  const headers = new Headers(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` })
  const session = await callApi(new Request(`${origin}/v1/session`, { headers }))
  if (!session.ok) return session
  const { scopes } = (await session.json()) as { readonly scopes: Scopes }
  const holdfast = createClient({ baseUrl: origin, ...(apiKey && { apiKey }), fetch: callApi })
  const handler = createMcpHandler(() => createHoldfastMcp({ holdfast, scopes, version }))
  return handler.fetch(request)
}
