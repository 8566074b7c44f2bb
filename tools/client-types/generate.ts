import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { Registry } from 'prom-client'
import manifest from '../../packages/server/package.json' with { type: 'json' }
import { createApp } from '../../packages/server/src/adapters/http/app.ts'
import type { CalendarParser } from '../../packages/server/src/application/ports/calendar-parser.ts'
import type { WebhookDependencies } from '../../packages/server/src/application/webhooks/endpoints.ts'

/** Where the types of the API stand. */
export const TYPES_FILE = 'packages/client/src/openapi.generated.ts'

// A workspace of its own, since the generator rests on an older TypeScript than the repository does.
const GENERATOR = 'packages/client/node_modules/openapi-typescript/bin/cli.js'

const HEADER =
  '// Written by `npm run client:generate` from the OpenAPI document of the server.\n\n'

/** Nothing of it is used: the document is made of the schemas alone. */
const untouched = new Proxy({} as WebhookDependencies & CalendarParser, {
  get: (_, name) => {
    throw new Error(`the OpenAPI document asked for ${String(name)}`)
  },
})

/** The OpenAPI document of a server outside test mode, as JSON text. */
export async function openApiDocument(): Promise<string> {
  const app = createApp({
    deps: untouched,
    settings: {
      version: manifest.version,
      storeEngine: 'none',
      trustedProxies: 0,
      mailFrom: 'no-reply@holdfast.invalid',
    },
    logger: pino({ level: 'silent' }),
    metrics: new Registry(),
    calendarParser: untouched,
  })
  const answer = await app.request('/openapi.json')
  return answer.text()
}

/** The types of the API as TypeScript: what `TYPES_FILE` must hold. */
export async function clientTypes(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-client-'))
  try {
    const document = join(folder, 'openapi.json')
    const types = join(folder, 'types.ts')
    writeFileSync(document, await openApiDocument())
    // An object that says nothing of its members may have any: the other half of an intersection does.
    const options = [document, '--output', types, '--empty-objects-unknown']
    execFileSync(process.execPath, [GENERATOR, ...options], { stdio: 'pipe' })
    return HEADER + readFileSync(types, 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
