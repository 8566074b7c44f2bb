import { isIP } from 'node:net'
import { ok, type Result, refuse } from '@holdfast/engine'
import { Agent, request } from 'undici'
import type {
  OutboundAnswer,
  OutboundHttp,
  OutboundRefusal,
  OutboundRequest,
} from '../../kernel/ports/outbound-http.ts'
import {
  AddressRefused,
  createPublicLookup,
  isPublicAddress,
  type Resolve,
} from './public-address.ts'

/** The options of outbound requests. */
export interface OutboundHttpOptions {
  /** Allows http and private addresses. Tests only. */
  readonly allowPrivateNetwork: boolean
  /** Resolves names. Default: the resolver of the machine. */
  readonly resolve?: Resolve
}

const CONNECT_TIMEOUT_MS = 5_000
const URL_LENGTH = 2048
const PORTS = ['', '443', '8443']

/** Creates the client for requests to untrusted URLs. */
export function createOutboundHttp(options: OutboundHttpOptions): OutboundHttp {
  const { allowPrivateNetwork, resolve } = options
  const agent = new Agent({
    connect: {
      timeout: CONNECT_TIMEOUT_MS,
      ...(allowPrivateNetwork ? {} : { lookup: createPublicLookup(resolve) }),
    },
    keepAliveTimeout: 4_000,
    maxHeaderSize: 16_384,
  })
  const checkUrl = (url: string): Result<undefined, string> =>
    allowPrivateNetwork ? checkForm(url, ['https:', 'http:']) : checkPublic(url)
  return {
    checkUrl,
    async send(outgoing) {
      // Checked here as well, because a literal address needs no lookup.
      const checked = checkUrl(outgoing.url)
      if (!checked.ok) return refuse({ code: 'forbidden_address', detail: checked.refusal })
      try {
        return await sendOnce(agent, outgoing)
      } catch (error) {
        return refuse(refusalOf(error))
      }
    },
    close: () => agent.destroy(),
  }
}

function checkForm(url: string, protocols: readonly string[]): Result<undefined, string> {
  if (url.length > URL_LENGTH) return refuse(`a URL has at most ${URL_LENGTH} characters`)
  if (!URL.canParse(url))
    return refuse('this is not a URL; use one such as https://example.com/hook')
  const { protocol, username, password } = new URL(url)
  if (!protocols.includes(protocol)) return refuse('only https URLs can be used')
  if (username !== '' || password !== '') {
    return refuse('a user name or password in the URL would end up in logs; remove it')
  }
  return ok(undefined)
}

function checkPublic(url: string): Result<undefined, string> {
  const form = checkForm(url, ['https:'])
  if (!form.ok) return form
  const { hostname, port } = new URL(url)
  if (!PORTS.includes(port)) return refuse('only the ports 443 and 8443 can be used')
  // WHATWG URLs convert every form of an IPv4 address (0x7f.1, 2130706433) to four decimals.
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !isPublicAddress(literal)) {
    return refuse(`${literal} is not a public address`)
  }
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) {
    return refuse('localhost is not a public address')
  }
  return ok(undefined)
}

async function sendOnce(
  agent: Agent,
  outgoing: OutboundRequest,
): Promise<Result<OutboundAnswer, OutboundRefusal>> {
  const timeout = AbortSignal.timeout(outgoing.timeoutMilliseconds)
  const signal = outgoing.signal ? AbortSignal.any([outgoing.signal, timeout]) : timeout
  const answer = await request(outgoing.url, {
    dispatcher: agent,
    method: outgoing.method,
    headers: outgoing.headers,
    ...(outgoing.body === undefined ? {} : { body: outgoing.body }),
    signal,
  })
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    // The cast: without an encoding the chunks are bytes.
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > outgoing.bodyBytes) break
    }
  } catch (error) {
    // With `beginning`, the status and the received part are enough.
    if (outgoing.bodyTaken === 'whole') throw error
  }
  if (size > outgoing.bodyBytes && outgoing.bodyTaken === 'whole') {
    const detail = `the answer is larger than ${outgoing.bodyBytes} bytes`
    return refuse({ code: 'too_large', detail })
  }
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  const body = Buffer.concat(chunks).subarray(0, outgoing.bodyBytes)
  return ok({ status: answer.statusCode, headers, body: new Uint8Array(body) })
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'the name does not resolve',
  EAI_AGAIN: 'the name could not be resolved',
  UND_ERR_CONNECT_TIMEOUT: 'no connection was made in time',
  UND_ERR_SOCKET: 'the connection was closed',
}

function refusalOf(error: unknown): OutboundRefusal {
  const unreachable = (detail: string) => ({ code: 'unreachable', detail }) as const
  if (error instanceof AddressRefused) {
    return { code: 'forbidden_address', detail: 'the name is not at a public address' }
  }
  if (!(error instanceof Error)) return unreachable('the request failed')
  if (error.name === 'TimeoutError' || error.name === 'AbortError') {
    return unreachable('no answer came in time')
  }
  // The cast: errors of the network have a code.
  const { code } = error as Error & { readonly code?: string }
  return unreachable(
    (code !== undefined && REASONS[code]) || `the request failed: ${error.message}`,
  )
}
