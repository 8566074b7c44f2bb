import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventType, Provider } from '@holdfast/contracts'
import { sendCalendarFile } from '../../support/calendar-file.ts'
import { expectStatus } from '../../support/fixtures.ts'
import { createAgent, createHttpClient, type HttpClient } from '../../support/http-client.ts'
import { startServerProcess } from '../../support/server-process.ts'
import { instantOf, type WallTime } from './wall-times.ts'

/** A business on a server of its own. */
export interface House {
  readonly zone: string
  /** As the account. */
  readonly api: HttpClient
  /** As a stranger, from a network address of their own each time; with the token of a booking, as its booker. */
  stranger(manageToken?: string): HttpClient
  /** How many calls its owner made to set it up. */
  setUpCalls(): number
  /** Adds a provider, and counts it as a call of the set-up. */
  add(name: string, given?: Readonly<Record<string, unknown>>): Promise<Provider>
  /** Adds an event type, and counts it as a call of the set-up. */
  offer(providerId: string, title: string, given: object): Promise<EventType>
  /** Any other call of the set-up, which must answer 200 or 201. */
  say<Body>(method: 'post' | 'put' | 'patch', path: string, body: object): Promise<Body>
  /** As the account: a calendar file. */
  upload<Body>(path: string, file: string): Promise<Body>
  /** Sets the clock of the server. It never goes back. */
  clock(to: WallTime): Promise<void>
  close(): Promise<void>
}

const slugOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** Starts a server with an empty store on SQLite, whose clock stands at a wall time. */
export async function openHouse(zone: string, now: WallTime): Promise<House> {
  const apiKey = `hf_test_months-${'0123456789'.repeat(3)}`
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-month-'))
  const server = await startServerProcess({
    engine: 'sqlite',
    dataDir,
    apiKey,
    sweeper: true,
    env: { HOLDFAST_TRUSTED_PROXIES: '1' },
  })
  const agent = createAgent()
  const client = createHttpClient(agent, () => server.url)
  const api = client.as({ authorization: `Bearer ${apiKey}` })
  let strangers = 0
  let calls = 0
  let shown = ''

  async function clock(to: WallTime): Promise<void> {
    const instant = instantOf(zone, to)
    if (instant <= shown) return
    shown = instant
    expectStatus(await api.put('/v1/test/clock', { now: instant }), 200)
  }
  async function say<Body>(method: 'post' | 'put' | 'patch', path: string, body: object) {
    calls += 1
    const answer = await api[method]<Body>(path, body)
    return expectStatus(answer, answer.status === 201 ? 201 : 200)
  }

  await clock(now)
  return {
    zone,
    api,
    stranger(manageToken) {
      strangers += 1
      const address = `198.51.${Math.floor(strangers / 250)}.${(strangers % 250) + 1}`
      return client.as({
        'x-forwarded-for': address,
        ...(manageToken && { authorization: `Bearer ${manageToken}` }),
      })
    },
    setUpCalls: () => calls,
    add: (name, given = {}) =>
      say('post', '/v1/providers', { name, slug: slugOf(name), timeZone: zone, ...given }),
    offer: (providerId, title, given) =>
      say('post', '/v1/event-types', {
        providerId,
        slug: slugOf(title),
        title,
        confirmation: 'instant',
        ...given,
      }),
    say,
    async upload<Body>(path: string, file: string) {
      const { status, text } = await sendCalendarFile(server.url, apiKey, path, file)
      if (status !== 200) throw new Error(`expected 200, got ${status}: ${text}`)
      return JSON.parse(text) as Body
    },
    clock,
    async close() {
      await server.stop()
      await agent.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
