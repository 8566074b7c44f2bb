import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiDocument } from '../../src/composition/http/openapi-document.ts'
import { type AccountOperation, POLICY, type Rule } from '../../src/kernel/access/policy.ts'
import { openTestApp, type TestApp } from '../http/support/app.ts'
import { makeProvider } from '../http/support/fixtures.ts'
import { makeSampleIds, type Sample, samplesOf } from '../http/support/samples.ts'
import { ID_RULES, OTHER_ID_RULES } from './id-rules.ts'
import { sendAs } from './policy-world.ts'

/** A schema of the OpenAPI document, as far as this test reads it. */
interface Schema {
  readonly $ref?: string
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly schema: Schema
  }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>
  }
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const RULES: Readonly<Record<string, string>> = { ...ID_RULES, ...OTHER_ID_RULES }

const ruleOfOperation = (name: string): Rule | undefined =>
  name in POLICY ? POLICY[name as AccountOperation] : undefined

/** The subjects that the policy looks up, and the ids that it refuses, by operation, place and name. */
const checked = Object.entries(POLICY).flatMap(([operation, rule]: [string, Rule]) =>
  typeof rule.providers === 'string'
    ? []
    : [
        ...rule.providers.subjects.map(
          (subject) => `${operation} ${subject.in} ${subject.name.replaceAll('[]', '')}`,
        ),
        ...(rule.providers.refuses ?? [])
          .filter(({ name }) => /Ids?$/.test(name))
          .map(({ name }) => `${operation} body ${name}`),
      ],
)

/** The places of the ids in a schema: by their names, or by the pattern of an id. */
function idsIn({ components }: OpenApi, root: Schema): readonly string[] {
  const whole = (schema: Schema): Schema =>
    schema.$ref === undefined
      ? schema
      : whole(components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  const isId = (name: string, schema: Schema): boolean =>
    /^id$|Ids?$/.test(name) ||
    /^\^[a-z]{3}_/.test(schema.pattern ?? '') ||
    (schema.items !== undefined && isId('', whole(schema.items)))
  const walk = (schema: Schema, at: string): readonly string[] => {
    const { allOf = [], anyOf = [], oneOf = [], items, properties = {} } = whole(schema)
    const parts = [...allOf, ...anyOf, ...oneOf, ...(items ? [items] : [])]
    return [
      ...parts.flatMap((part) => walk(part, at)),
      ...Object.entries(properties).flatMap(([name, member]) => [
        ...(isId(name, whole(member)) ? [`${at}${name}`] : []),
        ...walk(member, `${at}${name}.`),
      ]),
    ]
  }
  return walk(root, '')
}

test('every id that the API lets a restricted caller send has a rule, and the policy looks up those it must', async () => {
  const document: OpenApi = JSON.parse(await openApiDocument())
  const found = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .filter(
      ({ operationId }) => typeof (ruleOfOperation(operationId)?.providers ?? '') !== 'string',
    )
    .flatMap(({ operationId, parameters = [], requestBody }) => {
      const sent = (['path', 'query'] as const).flatMap((place) => {
        const own = parameters.filter((parameter) => parameter.in === place)
        const properties = Object.fromEntries(own.map(({ name, schema }) => [name, schema]))
        return idsIn(document, { properties }).map((id) => `${operationId} ${place} ${id}`)
      })
      const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
        idsIn(document, schema).map((id) => `${operationId} body ${id}`),
      )
      return [...sent, ...bodies]
    })
  expect([...new Set(found)].sort()).toEqual(Object.keys(RULES).sort())
  const byPolicy = Object.keys(RULES).filter((member) => RULES[member] === 'policy')
  expect([...checked].sort()).toEqual(byPolicy.sort())
})

describe('two providers and two accounts', () => {
  let server: TestApp
  let samples: readonly Sample[]
  let restrictedKey: string
  beforeAll(async () => {
    server = await openTestApp()
    const ids = await makeSampleIds(server)
    // Only calls that name something: lists without a name are filtered.
    samples = samplesOf(ids).filter(
      (sample) =>
        checked.some((member) => member.startsWith(`${sample.operationId} `)) &&
        AN_ID.test(textOf(sample)),
    )
    const body = { name: 'other', providerIds: [(await makeProvider(server.call)).id] }
    restrictedKey = (await server.call('POST', '/v1/api-keys', { body })).body.secret
  }, 60_000)
  afterAll(() => server.close())

  const AN_ID = /\b(bkg|ety|prv|wtl|grp)_[0-9a-z]{26}/
  const textOf = ({ path, body }: Sample) => JSON.stringify([path, body])

  /** The same call about things that nobody has. */
  const aboutNothing = (sample: Sample): Sample =>
    JSON.parse(
      JSON.stringify(sample).replaceAll(
        /\b(bkg|ety|prv|wtl|grp)_[0-9a-z]{26}/g,
        '$1_01kqs3v7m8e2f4g6h8j0k2m4n6',
      ),
    )

  const answered = async (sample: Sample, key: string) => {
    const { status, body } = await sendAs(server, sample, { key })
    return `${status} ${body.code} ${body.detail}`.replaceAll(/_[0-9a-z]{26}/g, '')
  }

  test('a key of the one provider is told the same of the other as of nothing, by every operation', async () => {
    expect(samples.length).toBeGreaterThan(45)
    const before = await server.contents()
    for (const sample of samples) {
      const answer = await answered(sample, restrictedKey)
      expect(answer, sample.operationId).toMatch(/^404 not_found /)
      expect(await answered(aboutNothing(sample), restrictedKey)).toBe(answer)
    }
    const isUse = ({ SK }: { readonly SK: string }) => SK.startsWith('KEYUSE#')
    expect((await server.contents()).filter((item) => !isUse(item))).toEqual(
      before.filter((item) => !isUse(item)),
    )
  }, 60_000)

  test('a key of the other account finds nothing of this one, by every operation', async () => {
    // A bulk change answers for each booking, here not_found, to callers without a restriction.
    for (const sample of samples.filter(({ operationId }) => operationId !== 'changeBookings')) {
      expect(await answered(sample, server.otherKey), sample.operationId).toMatch(/^404 not_found /)
    }
  }, 60_000)
})
