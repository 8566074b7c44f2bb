import pino from 'pino'
import { Registry } from 'prom-client'
import manifest from '../../../package.json' with { type: 'json' }
import type { PhotoMaker } from '../../booking/ports/photo-maker.ts'
import type { CalendarParser } from '../../kernel/ports/calendar-parser.ts'
import { type AppDependencies, createApp } from './app.ts'

/** Throws on any use but one: building the document needs only the schemas, and no page of a simulated vendor. */
const unused = new Proxy({} as AppDependencies & CalendarParser & PhotoMaker, {
  get: (_, name) => {
    if (name === 'paymentVendors') return undefined
    throw new Error(`building the OpenAPI document used the dependency ${String(name)}`)
  },
})

/** The OpenAPI document of a server outside test mode, as JSON text. */
export async function openApiDocument(): Promise<string> {
  const app = createApp({
    deps: unused,
    settings: {
      version: manifest.version,
      storeEngine: 'none',
      trustedProxies: 0,
      mailFrom: 'no-reply@holdfast.invalid',
    },
    logger: pino({ level: 'silent' }),
    metrics: new Registry(),
    calendarParser: unused,
    photoMaker: unused,
  })
  const answer = await app.request('/openapi.json')
  return answer.text()
}
