import { createClient, HoldfastError, isConnectionError, unwrap } from '@holdfast/client'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createHoldfastMcp } from './server.ts'

/** The server to call, and the key to call it with. */
export interface McpStdioOptions {
  readonly url: string
  readonly apiKey: string
  readonly version: string
}

/** Why a server cannot be called: its own words, or that it cannot be reached. Other errors are thrown. */
function reasonOf(error: unknown, url: string): string {
  if (error instanceof HoldfastError) return `${url} answered ${error.status}: ${error.message}`
  if (isConnectionError(error)) return `${url} cannot be reached. Start the server, or set --url.`
  throw error
}

/**
 * Serves MCP over standard input and output until the client closes them. Resolves once it serves, or with the reason
 * why it cannot: an assistant whose every call would fail gets the error at its start.
 */
export async function serveMcpOverStdio(options: McpStdioOptions): Promise<string | undefined> {
  const { url, apiKey, version } = options
  const holdfast = createClient({ baseUrl: url, apiKey })
  try {
    const { scopes } = await unwrap(holdfast.GET('/v1/session'))
    serveStdio(() => createHoldfastMcp({ holdfast, scopes, version }))
    return undefined
  } catch (error) {
    return reasonOf(error, url)
  }
}
