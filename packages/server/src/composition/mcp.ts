import { once } from 'node:events'
import { parseArgs } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }
import type { NodeBindings } from '../kernel/http/client-address.ts'
import { type Command, readArguments } from './command.ts'
import { ConfigError } from './config.ts'

type Fetch = (request: Request, env?: NodeBindings) => Response | Promise<Response>

const PATH = '/mcp'

/**
 * Answers requests to `/mcp` as an MCP server whose tools call the same API, and all others with `fetch`. Its library
 * is loaded with the first such request, because most servers never get one.
 */
export function withMcp(fetch: Fetch): Fetch {
  const answer = async (request: Request, env: NodeBindings | undefined): Promise<Response> => {
    const { answerMcp } = await import('@holdfast/mcp')
    const callApi = async (call: Request): Promise<Response> => fetch(call, env)
    return answerMcp(request, { callApi, version: manifest.version })
  }
  return (request, env) =>
    // The whole URL is read only where it can be right.
    request.url.endsWith(PATH) && new URL(request.url).pathname === PATH
      ? answer(request, env)
      : fetch(request, env)
}

/** How the command is used. */
export const MCP_USAGE = `Usage: npm run mcp [-- --url <url>]

Serves the Model Context Protocol on standard input and output, for programs with an assistant that start it. Its tools
call a Holdfast server: they find free times, hold, confirm, move and cancel bookings.

  --url <url>   the server. Default: http://localhost:3000

HOLDFAST_API_KEY is the key to call it with. Its scopes decide what the tools may do.
`

const DEFAULT_URL = 'http://localhost:3000'

/** Serves MCP until the program that started it closes standard input. */
export const runMcp: Command = async (args, env, { notice }) => {
  try {
    const { url, apiKey } = readInputs(args, env)
    const { serveMcpOverStdio } = await import('@holdfast/mcp')
    serveMcpOverStdio({ url, apiKey, version: manifest.version })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    notice(error.message)
    return 2
  }
  await once(process.stdin, 'close')
  return 0
}

function readInputs(args: readonly string[], env: Parameters<Command>[1]) {
  const { values } = readArguments(MCP_USAGE, () =>
    parseArgs({ args: [...args], options: { url: { type: 'string', default: DEFAULT_URL } } }),
  )
  const url = URL.parse(values.url)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new ConfigError(`--url must be an http or https address, not "${values.url}"`)
  }
  const apiKey = env.HOLDFAST_API_KEY
  if (!apiKey?.startsWith('hf_')) {
    throw new ConfigError('Set HOLDFAST_API_KEY to an API key of the account, such as hf_….')
  }
  return { url: url.href, apiKey }
}
