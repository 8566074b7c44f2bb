import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ok } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import type { Answer } from '../../kernel/http/answer.ts'
import { type EncodedBody, encodeBody, encodedAnswer } from '../../kernel/http/encodings.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'

const tag = 'Operations'

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Holdfast API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" href="/docs/favicon-32x32.png">
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/init.js"></script>
</html>
`

// Without `validatorUrl: null`, the page would send the document to a third party.
const INIT = `window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
  queryConfigEnabled: false,
})
`

/**
 * Allows only resources from this server, without inline scripts, inline styles, frames and forms. The icons
 * of the page are `data:` images.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The files of the page from its npm package, with their types. */
const ASSETS = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const

type Asset = keyof typeof ASSETS

const assetFolder = (): string =>
  dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const text = (body: string, contentType: string): Answer => ({
  status: 200,
  body,
  headers: { 'content-type': contentType, 'content-security-policy': PAGE_POLICY },
})

// Small enough to be asked for again at every use, and answered with 304 unless the server was updated.
const REVALIDATED = { 'cache-control': 'no-cache' } as const
const CACHED = { 'cache-control': 'public, max-age=86400' } as const

const encodingHeaders = z.object({
  'Accept-Encoding': z.string().optional(),
  'If-None-Match': z
    .string()
    .optional()
    .openapi({ description: 'The ETag of an earlier response.' }),
})

const shared = { method: 'get', tag, access: 'open', isHidden: true } as const

/** Endpoints for the OpenAPI document and its page, which makes no third-party requests. */
export function docsEndpoints(openApi: () => string): readonly AnyEndpoint[] {
  let document: Promise<EncodedBody> | undefined
  const assets = new Map<Asset, Promise<EncodedBody>>()
  const read = (name: Asset): Promise<EncodedBody> => {
    const body = assets.get(name) ?? readFile(join(assetFolder(), name)).then(encodeBody)
    assets.set(name, body)
    return body
  }
  return [
    endpoint({
      method: 'get',
      path: '/openapi.json',
      operationId: 'getOpenApi',
      tag,
      summary: 'Read this OpenAPI document',
      description: 'Generated from the schemas that validate requests.',
      access: 'open',
      headers: encodingHeaders,
      answers: {
        200: {
          description: 'The OpenAPI 3.1 document.',
          schema: z.record(z.string(), z.unknown()),
        },
        304: { description: 'The document has not changed.' },
      },
      perform: async () => {
        document ??= encodeBody(Buffer.from(openApi()))
        return ok(await document)
      },
      answer: (body, { headers }) =>
        encodedAnswer(body, headers, { ...REVALIDATED, 'content-type': 'application/json' }),
    }),
    endpoint({
      method: 'get',
      path: '/docs',
      operationId: 'getDocs',
      tag,
      summary: 'Show this document as a page',
      description: 'An interactive page without resources of third parties.',
      access: 'open',
      answers: { 200: { description: 'The page.', schema: z.string(), contentType: 'text/html' } },
      perform: async () => ok(PAGE),
      answer: (body) => text(body, 'text/html; charset=utf-8'),
    }),
    endpoint({
      ...shared,
      path: '/docs/init.js',
      operationId: 'getDocsScript',
      summary: 'Read the start script of the page',
      answers: { 200: { description: 'The script.' } },
      perform: async () => ok(INIT),
      answer: (body) => text(body, 'text/javascript; charset=utf-8'),
    }),
    // `Object.keys` does not keep the type of the names.
    ...(Object.keys(ASSETS) as Asset[]).map((name) =>
      endpoint({
        ...shared,
        path: `/docs/${name}`,
        operationId: `getDocs:${name}`,
        summary: 'Read a file of the page',
        headers: encodingHeaders,
        answers: { 200: { description: 'The file.' } },
        perform: async () => ok(await read(name)),
        answer: (body, { headers }) =>
          encodedAnswer(body, headers, { ...CACHED, 'content-type': ASSETS[name] }),
      }),
    ),
  ]
}
