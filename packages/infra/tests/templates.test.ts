import { beforeAll, describe, expect, test } from 'vitest'
import { PUBLIC_WRITES } from '../src/edge-stack.ts'
import { ACCOUNT_PROMISES } from './support/account-promises.ts'
import { ALARMS_PROMISES } from './support/alarms-promises.ts'
import { CACHE_PROMISES } from './support/cache-promises.ts'
import { CANARY_PROMISES } from './support/canary-promises.ts'
import { DATA_PROMISES } from './support/data-promises.ts'
import { EDGE_PROMISES } from './support/edge-promises.ts'
import { EVENTS_PROMISES } from './support/events-promises.ts'
import { FUNCTIONS_PROMISES } from './support/functions-promises.ts'
import { at, put } from './support/json.ts'
import { FUNCTIONS, only, TABLE_TYPE } from './support/promises.ts'
import {
  cyclesOf,
  FULL,
  functionsOf,
  RESTORED,
  resources,
  resourcesOf,
  statementsOf,
  synthesize,
  synthesizeIn,
  type Templates,
} from './support/templates.ts'
import { VAULT_PROMISES } from './support/vault-promises.ts'

let real: Templates
beforeAll(() => {
  real = synthesize(FULL)
})

describe.each([
  ...DATA_PROMISES,
  ...FUNCTIONS_PROMISES,
  ...EVENTS_PROMISES,
  ...EDGE_PROMISES,
  ...CACHE_PROMISES,
  ...CANARY_PROMISES,
  ...ALARMS_PROMISES,
  ...VAULT_PROMISES,
  ...ACCOUNT_PROMISES,
])('%s', (_, violations, breakIt) => {
  test('holds', () => {
    expect(violations(real)).toEqual([])
  })

  test('its check fails when the template breaks it', () => {
    const changed = structuredClone(real)
    breakIt(changed)
    expect(violations(changed)).not.toEqual([])
  })
})

test('an installation has only the functions that it needs', () => {
  expect([...functionsOf(real).keys()].sort()).toEqual([...FUNCTIONS].sort())
  const small = synthesize({ stage: 'dev' })
  expect([...functionsOf(small).keys()].sort()).toEqual(
    FUNCTIONS.filter((name) => name !== 'mails' && name !== 'mirrors').sort(),
  )
  const text = JSON.stringify(small)
  expect(text).not.toMatch(/HOLDFAST_(?:SMTP|RAPIDAPI|MAIL|GOOGLE|OUTLOOK)/)
  expect(text).not.toContain('Aliases')
})

test('an installation without a rate limit has no firewall, and answers requests from anywhere', () => {
  const small = synthesize({ stage: 'dev' })
  expect(small.edge).toBeUndefined()
  expect(JSON.stringify(small)).not.toMatch(/WebACLId|HOLDFAST_REQUIRE_EDGE/)
  const alarms = resources(small, 'AWS::CloudWatch::Alarm').map(({ id }) => id)
  expect(alarms.filter((id) => id.startsWith('RefusedOutside'))).toEqual([])
})

test('without their settings, nothing is deployed in steps and there is no budget', () => {
  const small = synthesize({ stage: 'dev' })
  expect(JSON.stringify(small)).not.toMatch(/CodeDeploy|Lambda::Alias|Budgets/)
  expect(at(only(small, 'AWS::ApiGatewayV2::Integration'), 'IntegrationUri.Fn::GetAtt.0')).toMatch(
    /^Http[0-9A-F]{8}$/,
  )
})

test('a trial keeps no backups, and logs of requests are only kept where the setting says so', () => {
  const trial = synthesize({ stage: 'dev', disposable: 'true' })
  expect(JSON.stringify(trial)).not.toMatch(/AWS::Backup|AccessLogs/)
})

test('the secrets of a deleted stage do not block the next one', () => {
  const namesIn = (context: Readonly<Record<string, string>>) =>
    resources(synthesize(context), 'AWS::SecretsManager::Secret').map(({ properties }) =>
      String(properties.Name),
    )
  expect(namesIn({ stage: 'prod' })).toEqual([
    'holdfast/prod/server-key',
    'holdfast/prod/vault-keys',
    'holdfast/prod/bootstrap-api-key',
    'holdfast/prod/edge',
  ])
  expect(namesIn({ stage: 'prod', secretSet: '2' })).toEqual([
    'holdfast/prod-2/server-key',
    'holdfast/prod-2/vault-keys',
    'holdfast/prod-2/bootstrap-api-key',
    'holdfast/prod-2/edge',
  ])
})

test('the pattern of public bookings fits their paths alone', () => {
  const pattern = new RegExp(PUBLIC_WRITES)
  for (const path of [
    '/v1/public/bookings',
    '/v1/public/booking-groups',
    '/v1/public/waitlist',
    '/v1/stays/cal_1',
    '/v1/plain/ada/visit',
  ]) {
    expect(path).toMatch(pattern)
  }
  for (const path of ['/v1/bookings', '/v1/stays/cal_1/cev_1/cancel', '/v1/public/ada/visit']) {
    expect(path).not.toMatch(pattern)
  }
})

test('no resource depends on itself, which only a deployment would detect', () => {
  // Without a domain, the functions get the domain name of the distribution.
  const { data, app } = synthesize({ stage: 'dev' })
  expect([real.data, real.app, data, app].flatMap(cyclesOf)).toEqual([])
  const named = (pattern: RegExp) =>
    Object.keys(resourcesOf(app)).find((id) => pattern.test(id)) ?? 'none'
  const http = named(/^Http[0-9A-F]{8}$/)
  put(resourcesOf(app)[named(/^Distribution[0-9A-F]{8}$/)], 'DependsOn', [http])
  expect(cyclesOf(app)).toContain(http)
})

test('source maps are enabled only by their setting', () => {
  const optionsOf = (context: Readonly<Record<string, string>>) =>
    at(functionsOf(synthesize(context)).get('http'), 'Environment.Variables.NODE_OPTIONS')
  expect(optionsOf({ sourceMaps: 'true' })).toBe('--enable-source-maps')
  expect(optionsOf({})).toBeUndefined()
})

test('X-Ray records every function with its setting, and none without', () => {
  const traced = synthesize({ stage: 'dev', tracing: 'true' })
  const xray = ['xray:PutTelemetryRecords', 'xray:PutTraceSegments']
  for (const [name, properties] of functionsOf(traced)) {
    expect(at(properties, 'TracingConfig.Mode')).toBe('Active')
    const onAll = statementsOf(traced, properties)
      .filter(({ resources: on }) => on.includes('"*"'))
      .flatMap(({ actions }) => actions)
    expect(onAll.sort()).toEqual(name === 'stream' ? ['dynamodb:ListStreams', ...xray] : xray)
  }
  expect(JSON.stringify(synthesize({ stage: 'dev' }))).not.toMatch(/TracingConfig|xray:/)
})

test('after a restore, every function can access only the restored table', () => {
  const restored = synthesize({ ...FULL, ...RESTORED })
  for (const properties of functionsOf(restored).values()) {
    expect(at(properties, 'Environment.Variables.HOLDFAST_DYNAMODB_TABLE')).toBe('restored')
    const tables = statementsOf(restored, properties)
      .filter(({ actions }) => actions.some((action) => action.startsWith('dynamodb:')))
      .flatMap(({ resources: on }) => on)
      .filter((one) => one !== '"*"')
    expect(tables.filter((one) => !one.includes('restored'))).toEqual([])
  }
  expect(
    at(only(restored, 'AWS::Lambda::EventSourceMapping', /^StreamRecords/), 'EventSourceArn'),
  ).toBe(RESTORED.restoredStreamArn)
})

test('the switch to a restored table keeps all exports that functions import', () => {
  const exportsOf = ({ data }: Templates) =>
    Object.values(data.Outputs as object)
      .map((output) => at(output, 'Export.Name'))
      .filter((name) => name !== undefined)
  const before = exportsOf(real)
  expect(before.join()).toContain('Table')
  expect(exportsOf(synthesize({ ...FULL, ...RESTORED }))).toEqual(expect.arrayContaining(before))
})

test('a disposable installation can be deleted completely', () => {
  const trial = synthesize({ stage: 'trial', disposable: 'true' })
  const kept = Object.values(resourcesOf(trial.data)).filter(
    (resource) => resource.DeletionPolicy === 'Retain',
  )
  expect(kept).toEqual([])
  expect(at(only(trial, TABLE_TYPE), 'Replicas.0.DeletionProtectionEnabled')).toBe(false)
})

/** The ARNs and host names in templates that name a partition themselves, without the names of services. */
const namedPartitions = (templates: object): readonly string[] =>
  (
    JSON.stringify(templates).match(/arn:aws[\w-]*:|[\w.-]+\.amazonaws\.com(?:\.cn)?/g) ?? []
  ).filter((name) => !SERVICES.test(name))

/** Services as principals have the same name in every partition. */
const SERVICES =
  /^(?:apigateway|backup|cloudfront|cloudwatch|dynamodb|events|lambda|sns)\.amazonaws\.com$/

test('no template names a partition, so that everything but the distribution fits China and GovCloud', () => {
  expect(namedPartitions(synthesize({ stage: 'dev' }))).toEqual([])
  expect(namedPartitions(synthesizeIn('cn-north-1', { stage: 'dev' }))).toEqual([])
})
