import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/identity/api-keys/api-keys.ts'
import { SCOPES, type Scope } from '../../src/kernel/access/scopes.ts'
import { systemCaller } from '../../src/kernel/caller.ts'
import { IS_DEEP } from '../support/depth.ts'
import { type Engine, OTHER_ENGINES } from '../support/stores.ts'
import { EXPECTED, type Expected, type Restriction, verdictOf } from './expected.ts'
import { openPolicyWorld, type PolicyWorld, sendAs } from './policy-world.ts'

/** Every set of scopes: 16. */
const SCOPE_SETS: readonly (readonly Scope[])[] = Array.from({ length: 16 }, (_, bits) =>
  SCOPES.filter((_scope, place) => bits & (1 << place)),
)

/** On DynamoDB, the usual run tries no scope, each one, and all: the table is the same. */
const setsOn = (engine: Engine) =>
  SCOPE_SETS.filter(
    ({ length }) => engine === 'sqlite' || IS_DEEP || length <= 1 || length === SCOPES.length,
  )

const RESTRICTIONS: readonly Restriction[] = ['none', 'own', 'others']

describe.each(OTHER_ENGINES)('on %s', (engine) => {
  let world: PolicyWorld
  beforeAll(async () => {
    world = await openPolicyWorld(engine)
  }, 60_000)
  afterAll(() => world.close())

  test('more than 5,000 combinations of operation, scopes and restriction are tried', () => {
    const names = world.samples.map(({ operationId }) => operationId)
    expect(names.filter((name) => !EXPECTED.has(name))).toEqual([])
    expect([...EXPECTED.keys()].filter((name) => !names.includes(name))).toEqual([])
    expect(names.length * SCOPE_SETS.length * RESTRICTIONS.length).toBeGreaterThan(5000)
  })

  /** A key with these scopes and this restriction. */
  async function keyWith(scopes: readonly Scope[], restriction: Restriction): Promise<string> {
    const { providers, deps, accountId } = world
    const restricted = restriction === 'none' ? {} : { providerIds: providers[restriction] }
    const input = { name: 'tried', scopes, ...restricted }
    const issued = await createApiKey(
      { deps, isProvider: async () => true },
      systemCaller(accountId, 'test'),
      input,
    )
    if (!issued.ok) throw new Error(issued.refusal.code)
    // Its first use is recorded.
    await world.call('GET', '/v1/session', { key: issued.value.secret })
    return issued.value.secret
  }

  test.each(setsOn(engine).map((scopes) => [scopes.join(' ') || 'no scope', scopes] as const))(
    'a key with %s does what its scopes and providers allow, and what is refused changes nothing',
    async (_, scopes) => {
      for (const restriction of RESTRICTIONS) {
        const key = await keyWith(scopes, restriction)
        const before = await world.contents()
        const wrong: string[] = []
        await world.readOnly(async () => {
          for (const sample of world.samples) {
            const got = await sendAs(world, sample, { key })
            const expected = EXPECTED.get(sample.operationId) as Expected
            const verdict = verdictOf(expected, scopes, restriction)
            if (world.isRight(sample, got, verdict)) continue
            wrong.push(`${sample.operationId} ${restriction}: ${got.status} ${got.body.code}`)
          }
        })
        expect(wrong).toEqual([])
        expect(await world.contents()).toEqual(before)
      }
    },
    60_000,
  )
})
