import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { serve } from '@hono/node-server'
import pino from 'pino'
import { Registry } from 'prom-client'
import { type Dispatcher, request } from 'undici'
import { createHttpHandler } from '../../../src/adapters/lambda/http-event.ts'
import type { BookingDependencies } from '../../../src/booking/dependencies.ts'
import { createApp } from '../../../src/composition/http/app.ts'
import { createPages } from '../../../src/composition/http/pages/pages.ts'
import type { MessageDependencies } from '../../../src/delivery/messages/messages.ts'
import type { IdSource, Secrets } from '../../../src/kernel/dependencies.ts'
import type { Store } from '../../../src/kernel/ports/store.ts'
import type { PaymentTaskDependencies } from '../../../src/payments/payment/payment-dependencies.ts'
import { testDependencies } from '../../support/dependencies.ts'
import {
  answerOf,
  eventOf,
  ownHeaders,
  type PlainAnswer,
  type PlainRequest,
} from './api-gateway.ts'

/** A server that receives requests like those of a client. */
export interface Host {
  readonly ask: (request: PlainRequest) => Promise<PlainAnswer>
  readonly close: () => Promise<void>
}

/** A deterministic source of ids. */
function countedIds(): IdSource {
  let count = 0
  return {
    next(kind) {
      count += 1
      return `${PREFIXES[kind]}_${String(count).padStart(26, '0')}`
    },
  }
}

const PREFIXES: Readonly<Record<string, string>> = await import('@holdfast/engine').then(
  (engine) => engine.ID_PREFIXES,
)

/** A deterministic source of secrets, derived from a counter. */
function countedSecrets(secrets: Secrets): Secrets {
  let count = 0
  const drawn = (prefix: string): string => {
    count += 1
    return prefix + secrets.manageToken(`drawn-${count}`).slice('hm'.length)
  }
  return {
    ...secrets,
    newApiKey: () => drawn('hf'),
    newSessionToken: () => drawn('hs'),
    newFeedToken: () => drawn('hc'),
    newOAuthSecret: () => drawn('').slice(1, 44),
    newSlugSuffix: () => drawn('x').slice(-5).toLowerCase(),
  }
}

const PAGE = Buffer.from('<!doctype html><title>Ümläute</title>')

/** The app of a host on a store, without any randomness. */
function appOn(store: Store, now: string) {
  const { deps } = testDependencies(store, now)
  let webhookSecrets = 0
  const webhookSender = {
    ...deps.webhookSender,
    newSecret() {
      webhookSecrets += 1
      return `whsec_${Buffer.alloc(32, webhookSecrets).toString('base64')}`
    },
  }
  const settled: BookingDependencies & PaymentTaskDependencies & MessageDependencies = {
    ...deps,
    ids: countedIds(),
    secrets: countedSecrets(deps.secrets),
  }
  return createApp({
    deps: { ...settled, webhookSender },
    settings: {
      version: '0.1.0',
      storeEngine: 'dynamodb',
      trustedProxies: 0,
      mailFrom: 'mail@example.com',
      publicUrl: 'https://book.example.com',
      collectedStreamMilliseconds: 0,
    },
    pages: createPages(
      new Map([
        [
          'home.html',
          { contentType: 'text/html; charset=utf-8', plain: PAGE, gzip: gzipSync(PAGE) },
        ],
      ]),
    ),
    logger: pino({ level: 'silent' }),
    metrics: new Registry(),
  })
}

/** Starts the Node server on a store; requests go over a socket. */
export async function startNodeHost(store: Store, now: string): Promise<Host> {
  const server = serve({ fetch: appOn(store, now).fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    // Not with `fetch`, which decompresses responses.
    async ask({ method, path, headers, body }) {
      const answer = await request(`http://127.0.0.1:${port}${path}`, {
        method: method as Dispatcher.HttpMethod,
        headers,
        ...(body && { body }),
      })
      const given = Object.entries(answer.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((one): [string, string] => [name, one]),
      )
      return {
        status: answer.statusCode,
        headers: ownHeaders(new Headers(given)),
        bytes: Buffer.from(await answer.body.arrayBuffer()),
      }
    },
    async close() {
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** The function, called with events of API Gateway. */
export interface LambdaHost {
  /** With request bodies as text. */
  readonly ask: Host['ask']
  /** With request bodies in base64, as API Gateway sends bodies that are not text. */
  readonly askInBase64: Host['ask']
}

/** Opens the function on a store. */
export function openLambdaHost(store: Store, now: string): LambdaHost {
  const app = appOn(store, now)
  const handler = createHttpHandler({
    fetch: (request, environment) => app.fetch(request, environment),
  })
  // Events and responses of API Gateway are JSON.
  const throughJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value
  const ask = async (request: PlainRequest, base64: boolean) =>
    answerOf(throughJson(await handler(throughJson(eventOf(request, { base64 })))))
  return {
    ask: (request) => ask(request, false),
    askInBase64: (request) => ask(request, true),
  }
}
