import type { OpenAPIHono } from '@hono/zod-openapi'
import type { HttpEnv } from './context.ts'

type Documented = OpenAPIHono<HttpEnv>

const waiting = new WeakMap<Documented, (() => void)[]>()

/**
 * Adds to an app's OpenAPI document as soon as somebody wants to read it: `document` registers one part. Most processes are
 * never asked for the document, and registering all calls takes a tenth of the CPU time of a start.
 */
export function documentLater(app: Documented, document: () => void): void {
  const parts = waiting.get(app) ?? []
  waiting.set(app, parts)
  parts.push(document)
}

/** What an app documents, in the order in which it was added. */
export function registryOf(app: Documented): Documented['openAPIRegistry'] {
  for (const document of waiting.get(app)?.splice(0) ?? []) document()
  return app.openAPIRegistry
}
