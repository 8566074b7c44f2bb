import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, Holdfast, type HoldfastClient } from '@holdfast/client'
import { getRequestListener } from '@hono/node-server'
import { type ProblemDetails, problemResponse } from '../kernel/http/problem.ts'
import { requestBelow } from './base-path.ts'
import { readConfig } from './config.ts'
import { DRAIN_MILLISECONDS } from './http-server.ts'
import { composeServer } from './serve.ts'

/** How a server inside another program is opened. Each option comes before the setting of the same meaning. */
export interface HoldfastServerOptions {
  /** The data folder: store, server key, local mailbox. Default: `HOLDFAST_DATA_DIR`, else `./data`. */
  readonly dataDir?: string
  /**
   * Where browsers reach the server, such as `https://example.com/booking`. Links in pages and emails begin with it.
   * Default: `HOLDFAST_PUBLIC_URL`, else this machine with `basePath`.
   */
  readonly publicUrl?: string
  /** The key of the first account, `hf_…`. Default: `HOLDFAST_BOOTSTRAP_API_KEY`, else a new one in the data folder. */
  readonly apiKey?: string
  /** A path that `fetch` and `listener` remove from the beginning of paths, such as `/booking`. */
  readonly basePath?: string
  /**
   * All other settings, by the names of their environment variables. Default: those of the process. Here, `HOLDFAST_DEMO`
   * is `off` and `HOLDFAST_LOG_LEVEL` is `warn` unless they are set.
   */
  readonly settings?: Readonly<Record<string, string | undefined>>
}

/** The part of the environment of Hono on Node that has the client's address. */
export interface NodeRequest {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string | undefined } }
}

/** A server inside another program. */
export interface HoldfastServer {
  /** Answers a request. Without `env.incoming`, all clients without an API key count as one address. */
  readonly fetch: (request: Request, env?: NodeRequest) => Promise<Response>
  /** Answers a request of `node:http`, Express or Fastify. */
  readonly listener: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** The API as methods, which call this server without HTTP. Default: with the `apiKey` that it was opened with. */
  readonly api: (apiKey?: string) => Holdfast
  /** The same calls by their paths. */
  readonly client: (apiKey?: string) => HoldfastClient
  /** Answers open requests, for at most 10 seconds, stops the background work and closes the store. */
  readonly close: () => Promise<void>
}

const DEFAULTS = { HOLDFAST_DEMO: 'off', HOLDFAST_LOG_LEVEL: 'warn' } as const

const settingsOf = ({
  dataDir,
  publicUrl,
  apiKey,
  settings = process.env,
}: HoldfastServerOptions) => ({
  ...DEFAULTS,
  ...settings,
  ...(dataDir !== undefined && { HOLDFAST_DATA_DIR: dataDir }),
  ...(publicUrl !== undefined && { HOLDFAST_PUBLIC_URL: publicUrl }),
  ...(apiKey !== undefined && { HOLDFAST_BOOTSTRAP_API_KEY: apiKey }),
})

const STOPPING: ProblemDetails = {
  code: 'overloaded',
  detail: 'The server is stopping. Nothing was changed.',
  headers: { 'retry-after': '1' },
}

/**
 * Opens a server inside this program: with its store, its pages and its background work, without a socket. Rejects
 * for an invalid setting, with an error whose `code` is `config_error`. Several programs can open the same store.
 */
export async function openHoldfast(options: HoldfastServerOptions = {}): Promise<HoldfastServer> {
  const basePath = options.basePath?.replace(/\/+$/, '') ?? ''
  const read = readConfig(settingsOf(options))
  const { publicUrl = (options.settings ?? process.env).HOLDFAST_PUBLIC_URL } = options
  const config = publicUrl ? read : { ...read, publicUrl: `${read.publicUrl}${basePath}` }
  const composed = await composeServer(config, {})
  await composed.startWork()
  await composed.greet({ print: () => {}, isTerminal: false })

  const open = new Set<Promise<Response>>()
  let closing: Promise<void> | undefined
  const answer = (request: Request, env: NodeRequest = {}): Promise<Response> => {
    if (closing !== undefined) return Promise.resolve(problemResponse(STOPPING, request))
    const answered = Promise.resolve(composed.fetch(request, env))
    open.add(answered)
    answered.finally(() => open.delete(answered)).catch(() => undefined)
    return answered
  }
  const fetch: HoldfastServer['fetch'] = (request, env) =>
    answer(requestBelow(basePath, request), env)
  const close = async (): Promise<void> => {
    composed.endStreams()
    await Promise.race([
      Promise.allSettled(open),
      sleep(DRAIN_MILLISECONDS, undefined, { ref: false }),
    ])
    await composed.close()
  }
  const clientOptions = (apiKey = config.bootstrapApiKey) => ({
    baseUrl: config.publicUrl,
    ...(apiKey !== undefined && { apiKey }),
    fetch: (request: Request) => answer(request),
  })
  const closeOnce = (): Promise<void> => {
    closing ??= close()
    return closing
  }
  void composed.outdated.then((error) => {
    composed.logger.fatal(error.message)
    return closeOnce()
  })
  return {
    fetch,
    listener: getRequestListener(fetch, { overrideGlobalObjects: false }),
    api: (apiKey) => new Holdfast(clientOptions(apiKey)),
    client: (apiKey) => createClient(clientOptions(apiKey)),
    close: closeOnce,
  }
}
