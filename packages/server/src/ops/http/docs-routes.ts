import { ok } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import type { Answer } from '../../kernel/http/answer.ts'
import { type EncodedBody, encodeBody, encodedAnswer } from '../../kernel/http/encodings.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { notFound } from '../../kernel/refusals.ts'
import { docsHeaders } from './docs-policy.ts'
import type { DocsSite, SiteFile } from './docs-site.ts'

const endpoint = endpointOf('Operations')

/** The first page of a server without the built documentation. */
const WITHOUT_SITE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Holdfast documentation</title>
<h1>Holdfast documentation</h1>
<p>This server has no built documentation. <code>npm run docs:site</code> builds it; the documents are in the folder <code>docs</code>.</p>
<p><a href="/openapi.json">OpenAPI document</a></p>
</html>
`

// Small enough to be asked for again at every use, and answered with 304 unless the server was updated.
const REVALIDATED = { 'cache-control': 'no-cache' } as const
const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' } as const

const encodingHeaders = z.object({
  'Accept-Encoding': z.string().optional(),
  'If-None-Match': z
    .string()
    .optional()
    .openapi({ description: 'The ETag of an earlier response.' }),
})

type EncodingHeaders = z.infer<typeof encodingHeaders>

/** A file of the site as it is sent: its texts are compressed once, its images never. */
type ReadyFile = Omit<SiteFile, 'bytes'> & {
  readonly body: EncodedBody | Uint8Array
  readonly status: 200 | 404
}

function fileAnswer(file: ReadyFile, headers: EncodingHeaders): Answer {
  const { body, contentType, isImmutable, status } = file
  const own = {
    ...docsHeaders,
    ...(isImmutable ? IMMUTABLE : REVALIDATED),
    'content-type': contentType,
  }
  if (body instanceof Uint8Array) return { status, body, headers: own }
  const answer = encodedAnswer(body, headers, own)
  return status === 404 && answer.status === 200 ? { ...answer, status } : answer
}

/** Reads files of the site, and keeps the texts compressed in memory until they change. */
function createReader(site: DocsSite | undefined) {
  const kept = new Map<string, ReadyFile>()
  return async (path: string): Promise<ReadyFile | undefined> => {
    const own = await site?.find(path)
    const file = own ?? (await site?.find('404'))
    if (file === undefined) return undefined
    // Paths that do not exist share one page: anybody can ask for them.
    const name = own === undefined ? '' : path
    const known = kept.get(name)
    if (known?.version === file.version) return known
    const { bytes, ...rest } = file
    const status = own === undefined ? 404 : 200
    const plain = await bytes()
    if (file.contentType.startsWith('image/webp')) return { ...rest, body: plain, status }
    const ready: ReadyFile = { ...rest, body: await encodeBody(plain), status }
    kept.set(name, ready)
    return ready
  }
}

/**
 * Endpoints for the OpenAPI document and the documentation. None of the pages makes third-party requests. Without a site,
 * `/docs` says how to build it.
 */
export function docsEndpoints(openApi: () => string, site?: DocsSite): readonly AnyEndpoint[] {
  const readFile = createReader(site)
  const fileEndpoint = <Params>(
    path: string,
    params: z.ZodType<Params>,
    fileOf: (params: Params) => string,
  ) =>
    endpoint({
      method: 'get',
      path,
      operationId: `getDocsFile:${path}`,
      access: 'open',
      isHidden: true,
      summary: 'Read a page or a file of the documentation',
      params,
      headers: encodingHeaders,
      answers: { 200: { description: 'The page or the file.' } },
      perform: async ({ params: given }) => {
        const wanted = fileOf(given)
        const file = await readFile(wanted)
        return file === undefined ? notFound('page', wanted) : ok(file)
      },
      answer: (file, { headers }) => fileAnswer(file, headers),
    })
  const name = z.string().max(200)
  let withoutSite: Promise<EncodedBody> | undefined
  return [
    openApiEndpoint(openApi),
    endpoint({
      method: 'get',
      path: '/docs',
      operationId: 'getDocs',
      summary: 'Show the documentation',
      description: 'Pages without resources of third parties.',
      access: 'open',
      headers: encodingHeaders,
      answers: {
        200: {
          description: 'The first page.',
          schema: z.string(),
          contentType: 'text/html',
        },
        304: { description: 'The page has not changed.' },
      },
      perform: async () => {
        const page = await readFile('index')
        if (page !== undefined) return ok(page)
        withoutSite ??= encodeBody(Buffer.from(WITHOUT_SITE))
        const body = await withoutSite
        const contentType = 'text/html; charset=utf-8'
        return ok<ReadyFile>({ body, contentType, version: '', isImmutable: false, status: 200 })
      },
      answer: (file, { headers }) => fileAnswer(file, headers),
    }),
    consoleEndpoint(site === undefined ? '/docs' : '/docs/api'),
    fileEndpoint('/llms.txt', z.object({}), () => 'llms.txt'),
    fileEndpoint('/docs/{name}', z.object({ name }), (given) => given.name),
    fileEndpoint(
      '/docs/{folder}/{name}',
      z.object({ folder: name, name }),
      (given) => `${given.folder}/${given.name}`,
    ),
  ]
}

/** Where version 2 had a console of its own. The API reference tries calls now. */
const consoleEndpoint = (location: string): AnyEndpoint =>
  endpoint({
    method: 'get',
    path: '/docs/api-console',
    operationId: 'getConsole',
    access: 'open',
    isHidden: true,
    summary: 'Lead to the API reference',
    answers: { 303: { description: 'The API reference.' } },
    perform: async () => ok(undefined),
    answer: () => ({ status: 303, body: null, headers: { location } }),
  })

function openApiEndpoint(openApi: () => string): AnyEndpoint {
  let document: Promise<EncodedBody> | undefined
  return endpoint({
    method: 'get',
    path: '/openapi.json',
    operationId: 'getOpenApi',
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
  })
}
