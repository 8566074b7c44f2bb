import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createApiKey } from '../../src/identity/api-keys/api-keys.ts'
import { SCOPES, type Scope } from '../../src/kernel/access/scopes.ts'
import { systemCaller } from '../../src/kernel/caller.ts'
import { StoreUnavailable } from '../../src/kernel/ports/store.ts'
import { openTestApp, type TestApp } from '../http/support/app.ts'
import { makeProvider } from '../http/support/fixtures.ts'
import { makeSampleIds, type Sample, samplesOf, sentBy } from '../http/support/samples.ts'
import { ENGINES } from '../support/stores.ts'
import { EXPECTED, type Expected } from './expected.ts'

/** Every set of scopes: 16. */
const SCOPE_SETS: readonly (readonly Scope[])[] = Array.from({ length: 16 }, (_, bits) =>
  SCOPES.filter((_scope, place) => bits & (1 << place)),
)

type Restriction = 'none' | 'own' | 'others'
const RESTRICTIONS: readonly Restriction[] = ['none', 'own', 'others']

/** What a call must answer: refused, hidden, or whatever its work says. */
type Verdict = 'forbidden' | 'not_found' | 'performed'

function verdictOf(
  { scope, restricted }: Expected,
  scopes: readonly Scope[],
  restriction: Restriction,
): Verdict {
  if (scope !== 'any' && !scopes.includes(scope)) return 'forbidden'
  if (restriction === 'none' || restricted === 'all') return 'performed'
  if (restricted === 'no') return 'forbidden'
  return restriction === 'others' ? 'not_found' : 'performed'
}

describe.each(ENGINES)('on %s', (engine) => {
  let server: TestApp
  let samples: readonly Sample[]
  let isReadOnly = false
  const providers: Record<Exclude<Restriction, 'none'>, readonly string[]> = { own: [], others: [] }
  beforeAll(async () => {
    // Calls that are allowed get as far as their transaction, and change nothing for the next one.
    const transact = () => Promise.reject(new StoreUnavailable('for this test', 'not-applied'))
    server = await openTestApp({
      engine,
      stopping: AbortSignal.abort(),
      between: (store) => ({
        transact: (writes, token) => (isReadOnly ? transact() : store.transact(writes, token)),
      }),
    })
    const ids = await makeSampleIds(server)
    samples = samplesOf(ids)
    const { body } = await server.call('GET', `/v1/event-types/${ids.eventTypeId}`)
    providers.own = [ids.providerId, body.providerId]
    providers.others = [(await makeProvider(server.call)).id]
  }, 60_000)
  afterAll(() => server.close())

  test('every operation is in the table of what is expected', () => {
    const names = samples.map(({ operationId }) => operationId)
    expect(names.filter((name) => !EXPECTED.has(name))).toEqual([])
    expect(names.length * SCOPE_SETS.length * RESTRICTIONS.length).toBeGreaterThan(5000)
  })

  /** Keys with these scopes and each restriction. */
  async function keysWith(scopes: readonly Scope[]): Promise<ReadonlyMap<Restriction, string>> {
    const account = await server.call('GET', '/v1/account')
    const caller = systemCaller(account.body.id, 'test')
    const keys = new Map<Restriction, string>()
    for (const restriction of RESTRICTIONS) {
      const restricted = restriction === 'none' ? {} : { providerIds: providers[restriction] }
      const issued = await createApiKey(server.deps, caller, { name: 'k', scopes, ...restricted })
      if (!issued.ok) throw new Error(issued.refusal.code)
      keys.set(restriction, issued.value.secret)
      // Its first use is recorded.
      await server.call('GET', '/v1/session', { key: issued.value.secret })
    }
    return keys
  }

  test.each(SCOPE_SETS.map((scopes) => [scopes.join(' ') || 'no scope', scopes] as const))(
    'a key with %s does what its scopes and providers allow, and what is refused changes nothing',
    async (_, scopes) => {
      const keys = await keysWith(scopes)
      const before = await server.contents()
      isReadOnly = true
      onTestFinished(() => {
        isReadOnly = false
      })
      const wrong: string[] = []
      for (const sample of samples) {
        const expected = EXPECTED.get(sample.operationId) as Expected
        for (const restriction of RESTRICTIONS) {
          const key = keys.get(restriction) as string
          const got = await server.call(sample.method, sample.path, { ...sentBy(sample), key })
          const verdict = verdictOf(expected, scopes, restriction)
          const isRight =
            verdict === 'performed'
              ? ![401, 403].includes(got.status)
              : got.body.code === verdict || isFilteredAnswer(expected, got.text)
          if (!isRight) {
            wrong.push(`${sample.operationId} ${restriction}: ${got.status} ${got.body.code}`)
          }
        }
      }
      isReadOnly = false
      expect(wrong).toEqual([])
      expect(await server.contents()).toEqual(before)
    },
    60_000,
  )

  /** A list without what belongs to others. */
  const isFilteredAnswer = ({ restricted }: Expected, text: string): boolean =>
    restricted === 'filtered' && !providers.own.some((id) => text.includes(id))
})
