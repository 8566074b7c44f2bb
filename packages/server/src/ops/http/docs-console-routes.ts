import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ok } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import type { Answer } from '../../kernel/http/answer.ts'
import { type EncodedBody, encodeBody, encodedAnswer } from '../../kernel/http/encodings.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
import { docsHeaders } from './docs-policy.ts'

const PATH = '/docs/api-console'

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Holdfast API console</title>
<link rel="stylesheet" href="${PATH}/swagger-ui.css">
<link rel="icon" href="${PATH}/favicon-32x32.png">
<div id="docs"></div>
<script src="${PATH}/swagger-ui-bundle.js"></script>
<script src="${PATH}/init.js"></script>
</html>
`

// Without `validatorUrl: null`, the page would send the document to a third party.
const INIT = `window.SwaggerUIBundle({
  url: '../openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
  queryConfigEnabled: false,
})
`

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
  headers: { 'content-type': contentType, ...docsHeaders },
})

const CACHED = { 'cache-control': 'public, max-age=86400' } as const

const encodingHeaders = z.object({
  'Accept-Encoding': z.string().optional(),
  'If-None-Match': z.string().optional(),
})

const shared = { method: 'get', tag: 'Operations', access: 'open', isHidden: true } as const

/** Endpoints for the page on which readers try calls of the API. */
export function consoleEndpoints(): readonly AnyEndpoint[] {
  const assets = new Map<Asset, Promise<EncodedBody>>()
  const read = (name: Asset): Promise<EncodedBody> => {
    const body = assets.get(name) ?? readFile(join(assetFolder(), name)).then(encodeBody)
    assets.set(name, body)
    return body
  }
  return [
    endpoint({
      ...shared,
      path: PATH,
      operationId: 'getConsole',
      summary: 'Show the page that tries calls',
      answers: { 200: { description: 'The page.' } },
      perform: async () => ok(PAGE),
      answer: (body) => text(body, 'text/html; charset=utf-8'),
    }),
    endpoint({
      ...shared,
      path: `${PATH}/init.js`,
      operationId: 'getConsoleScript',
      summary: 'Read the start script of the page',
      answers: { 200: { description: 'The script.' } },
      perform: async () => ok(INIT),
      answer: (body) => text(body, 'text/javascript; charset=utf-8'),
    }),
    // `Object.keys` does not keep the type of the names.
    ...(Object.keys(ASSETS) as Asset[]).map((name) =>
      endpoint({
        ...shared,
        path: `${PATH}/${name}`,
        operationId: `getConsole:${name}`,
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
