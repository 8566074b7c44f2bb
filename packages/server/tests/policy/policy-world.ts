import { StoreUnavailable } from '../../src/kernel/ports/store.ts'
import { openTestApp, type TestApp } from '../http/support/app.ts'
import type { Got, Sent } from '../http/support/call.ts'
import { makeProvider } from '../http/support/fixtures.ts'
import { makeSampleIds, type Sample, samplesOf, sentBy } from '../http/support/samples.ts'
import type { Engine } from '../support/stores.ts'
import { EXPECTED, type Expected, type Restriction, type Verdict } from './expected.ts'

/** A server with one of everything, whose store can be made read-only. */
export interface PolicyWorld extends TestApp {
  readonly accountId: string
  readonly samples: readonly Sample[]
  /** The providers of a caller that sees all that the samples are about, and of one that sees nothing of it. */
  readonly providers: Readonly<Record<Exclude<Restriction, 'none'>, readonly string[]>>
  /**
   * Makes calls of which none can change anything: what is allowed gets as far as its transaction, and
   * fails there.
   */
  readOnly<Value>(work: () => Promise<Value>): Promise<Value>
  /** Whether a call was answered as it must be. */
  readonly isRight: (sample: Sample, got: Got, verdict: Verdict) => boolean
}

/** Opens a world on an engine. */
export async function openPolicyWorld(engine: Engine): Promise<PolicyWorld> {
  let isReadOnly = false
  const refuse = () => Promise.reject(new StoreUnavailable('for this test', 'not-applied'))
  const server = await openTestApp({
    engine,
    stopping: AbortSignal.abort(),
    between: (store) => ({
      transact: (writes, token) => (isReadOnly ? refuse() : store.transact(writes, token)),
    }),
  })
  const ids = await makeSampleIds(server)
  const eventType = await server.call('GET', `/v1/event-types/${ids.eventTypeId}`)
  const account = await server.call('GET', '/v1/account')
  const own = [ids.providerId, eventType.body.providerId]
  const isFiltered = ({ restricted }: Expected, { text }: Got) =>
    restricted === 'filtered' && !own.some((id) => text.includes(id))
  return {
    ...server,
    accountId: account.body.id,
    samples: samplesOf(ids),
    providers: { own, others: [(await makeProvider(server.call)).id] },
    async readOnly(work) {
      isReadOnly = true
      try {
        return await work()
      } finally {
        isReadOnly = false
      }
    },
    isRight: ({ operationId }, got, verdict) =>
      verdict === 'performed'
        ? ![401, 403].includes(got.status)
        : got.body.code === verdict || isFiltered(EXPECTED.get(operationId) as Expected, got),
  }
}

/** Sends a sample with other credentials. */
export const sendAs = (
  { call }: TestApp,
  sample: Sample,
  { headers, ...credentials }: Sent,
): Promise<Got> => {
  const sent = sentBy(sample)
  const all = { ...sent.headers, ...headers }
  return call(sample.method, sample.path, { ...sent, ...credentials, headers: all })
}
