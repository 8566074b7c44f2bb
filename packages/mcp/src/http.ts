import { createClient } from '@holdfast/client'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { createHoldfastMcp } from './server.ts'

/** Larger than any call of a tool. */
const BODY_BYTES_MAX = 262_144

/** What `/mcp` needs. */
export interface McpHttpOptions {
  /** Answers a call of the API, made for the sender of the MCP request. */
  readonly callApi: (call: Request) => Promise<Response>
  readonly version: string
}

const BEARER = /^Bearer (hf_\S+)$/i

/** The refusal of a request without an API key; the API itself checks keys. */
const unauthorized = (): Response =>
  Response.json(
    {
      title: 'API key required',
      status: 401,
      code: 'unauthorized',
      detail: 'Send an API key as "Authorization: Bearer hf_…".',
    },
    {
      status: 401,
      headers: {
        'content-type': 'application/problem+json',
        'www-authenticate': 'Bearer realm="holdfast"',
      },
    },
  )

/**
 * Answers an MCP request over Streamable HTTP. It keeps no session: each request has its API key, and every tool
 * calls the API with it.
 */
export async function answerMcp(
  request: Request,
  { callApi, version }: McpHttpOptions,
): Promise<Response> {
  const apiKey = BEARER.exec(request.headers.get('authorization') ?? '')?.[1]
  if (apiKey === undefined) return unauthorized()
  const holdfast = createClient({ baseUrl: new URL(request.url).origin, apiKey, fetch: callApi })
  const handler = createMcpHandler(() => createHoldfastMcp({ holdfast, version }), {
    maxRequestBodySize: BODY_BYTES_MAX,
  })
  return handler.fetch(request)
}
