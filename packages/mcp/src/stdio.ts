import { createClient } from '@holdfast/client'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createHoldfastMcp } from './server.ts'

/** The server to call, and the key to call it with. */
export interface McpStdioOptions {
  readonly url: string
  readonly apiKey: string
  readonly version: string
}

/** Serves MCP over standard input and output until the client closes them. */
export function serveMcpOverStdio({ url, apiKey, version }: McpStdioOptions): void {
  const holdfast = createClient({ baseUrl: url, apiKey })
  serveStdio(() => createHoldfastMcp({ holdfast, version }))
}
