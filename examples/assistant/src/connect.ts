import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** How the MCP server is reached: by a command that starts it, or, without one, at `/mcp` of the Holdfast server. */
export interface Connection {
  readonly url: string
  readonly apiKey: string
  readonly command: readonly string[]
}

/** Connects to Holdfast over MCP. */
export async function connect({ url, apiKey, command }: Connection): Promise<Client> {
  const client = new Client({ name: 'holdfast-example-assistant', version: '0.1.0' })
  const [program, ...args] = command
  await client.connect(
    program === undefined
      ? new StreamableHTTPClientTransport(new URL('/mcp', url), {
          requestInit: { headers: { authorization: `Bearer ${apiKey}` } },
        })
      : new StdioClientTransport({
          command: program,
          args: [...args, '--url', url],
          env: { PATH: process.env.PATH ?? '', HOLDFAST_API_KEY: apiKey },
        }),
  )
  return client
}
