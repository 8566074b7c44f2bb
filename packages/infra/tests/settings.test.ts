import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SIZES } from '../src/function-sizes.ts'
import { readSettings } from '../src/settings.ts'
import { FULL, RESTORED } from './support/templates.ts'

const read = (given: Readonly<Record<string, string>>) => readSettings((name) => given[name])

test('an empty context gives the default settings', () => {
  expect(read({})).toEqual({
    stage: 'dev',
    requestsPerSecond: 1_000,
    requestBurst: 2_000,
    logLevel: 'info',
    sourceMaps: false,
    disposable: false,
    requireEdge: false,
    concurrencyLimit: 1_000,
    latencyMilliseconds: 1_000,
    tracing: false,
    priceClass: 'all',
  })
})

test.each([
  ['stage', 'Prod!'],
  ['domain', 'https://book.example.com'],
  ['rateLimit', '9'],
  ['webAclArn', 'arn:aws:wafv2:eu-central-1:123456789012:regional/webacl/holdfast/0a1b'],
  ['certificateArn', 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b'],
  ['mailFrom', 'nobody'],
  ['smtpSecretArn', 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:smtp'],
  ['rapidApiSecretArn', 'secret'],
  ['operatorSecretArn', 'secret'],
  ['sesTopicArn', 'arn:aws:sqs:eu-central-1:123456789012:bounces'],
  ['keySignIn', 'no'],
  ['googleClientId', 'id 1'],
  ['googleSecretArn', 'secret'],
  ['outlookClientId', 'id/1'],
  ['outlookSecretArn', 'secret'],
  ['outlookTenant', 'a tenant'],
  ['alarmEmail', 'x'],
  ['requireEdge', 'yes'],
  ['edgeSecretVersion', 'latest'],
  ['managedRules', 'all'],
  ['canary', 'Canary50Percent'],
  ['monthlyBudgetUsd', '-5'],
  ['concurrencyLimit', '0'],
  ['latencyMilliseconds', 'fast'],
  ['tracing', 'on'],
  ['priceClass', '300'],
  ['accessLogDays', 'long'],
  ['backupCopyVaultArn', 'holdfast'],
  ['secretSet', 'a/b'],
  ['requestsPerSecond', '0'],
  ['logLevel', 'loud'],
  ['disposable', 'yes'],
  ['sourceMaps', '1'],
  ['restoredTable', '?'],
  ['restoredStreamArn', 'stream'],
])('an invalid %s is rejected with its name and value', (name, value) => {
  expect(() => read({ ...FULL, [name]: value })).toThrow(
    `context ${name} is "${value}"; it must be`,
  )
})

test.each([
  ['domain', 'certificateArn'],
  ['mailFrom', 'smtpSecretArn'],
  ['googleClientId', 'googleSecretArn'],
  ['outlookClientId', 'outlookSecretArn'],
  ['restoredTable', 'restoredStreamArn'],
])('%s and %s are required together', (one, other) => {
  expect(() => read({ ...FULL, ...RESTORED, [other]: '' })).toThrow(
    `context ${one} and ${other} must be given together`,
  )
})

test.each([
  ['managedRules', 'rateLimit'],
  ['monthlyBudgetUsd', 'alarmEmail'],
])('%s without %s is rejected', (name, needed) => {
  expect(() => read({ ...FULL, [needed]: '' })).toThrow(`context ${name} needs ${needed}`)
})

test('with a firewall, requests have to come through the distribution unless the operator says otherwise', () => {
  const { rateLimit, webAclArn } = FULL
  expect([read({ rateLimit }), read({ webAclArn })].map((one) => one.requireEdge)).toEqual([
    true,
    true,
  ])
  expect(read({ webAclArn, requireEdge: 'false' }).requireEdge).toBe(false)
  expect(read({ requireEdge: 'true' }).requireEdge).toBe(true)
})

test('every Lambda entrypoint is deployed', () => {
  const folder = new URL('../../server/src/entrypoints', import.meta.url)
  const names = readdirSync(folder).flatMap((file) => /^lambda-(.+)\.ts$/.exec(file)?.[1] ?? [])
  expect(names.sort()).toEqual(Object.keys(SIZES).sort())
})
