import { once } from 'node:events'
import { parseArgs } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }
import { BODY_BYTES, readBytes } from '../kernel/http/body.ts'
import { sentBy } from '../kernel/http/call.ts'
import type { NodeBindings } from '../kernel/http/client-address.ts'
import {
  type Checked,
  type ProblemDetails,
  passed,
  problemResponse,
} from '../kernel/http/problem.ts'
import { type Command, readArguments } from './command.ts'
import { type Config, ConfigError } from './config.ts'

type Fetch = (request: Request, env?: NodeBindings) => Response | Promise<Response>

const PATH = '/mcp'

const FOREIGN_PAGE: ProblemDetails = {
  code: 'forbidden',
  detail: 'Pages of other sites cannot call /mcp. Call it from a program, which sends no Origin.',
}

const decoder = new TextDecoder()

/** The request with a body of a bounded size that is read already, so that its connection can serve the next one. */
async function bounded(request: Request): Promise<Checked<Request>> {
  const read = await readBytes(sentBy(request), BODY_BYTES)
  if (!read.ok) return read
  const { url, method, headers, signal } = request
  return passed(new Request(url, { method, headers, signal, body: decoder.decode(read.value) }))
}

/**
 * Answers requests to `/mcp` as an MCP server whose tools call the same API, and all others with `fetch`. Its library
 * is loaded with the first such request, because most servers never get one.
 */
export function withMcp({ publicUrl }: Pick<Config, 'publicUrl'>, fetch: Fetch): Fetch {
  const ownOrigin = new URL(publicUrl).origin
  const answer = async (request: Request, env: NodeBindings | undefined): Promise<Response> => {
    // Not the origin of the request's URL: with DNS rebinding, a foreign page calls the server under its own name.
    const origin = request.headers.get('origin')
    if (origin !== null && origin !== ownOrigin) return problemResponse(FOREIGN_PAGE, request)
    const read = request.method === 'POST' ? await bounded(request) : passed(request)
    if (!read.ok) return problemResponse(read.problem, request)
    const { answerMcp } = await import('@holdfast/mcp')
    const callApi = async (call: Request): Promise<Response> => fetch(call, env)
    return answerMcp(read.value, { callApi, version: manifest.version })
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
    const reason = await serveMcpOverStdio({ url, apiKey, version: manifest.version })
    if (reason !== undefined) {
      notice(reason)
      return 1
    }
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
