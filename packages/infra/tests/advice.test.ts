import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App, Stack, Tags } from 'aws-cdk-lib'
import { Annotations, Match } from 'aws-cdk-lib/assertions'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { expect, onTestFinished, test } from 'vitest'
import { adviseOn } from '../src/advice.ts'
import { readSettings } from '../src/settings.ts'
import { FULL } from './support/templates.ts'

/** The warnings that the CDK prints at a deployment with this context. */
function warnings(context: Readonly<Record<string, string>>): readonly string[] {
  const outdir = mkdtempSync(join(tmpdir(), 'holdfast-advice-'))
  onTestFinished(() => rmSync(outdir, { recursive: true }))
  const stack = new Stack(new App({ outdir, analyticsReporting: false }), 'Stack')
  // A template needs a resource.
  Tags.of(new Topic(stack, 'Topic')).add('stage', 'test')
  adviseOn(
    stack,
    readSettings((name) => context[name]),
  )
  return Annotations.fromStack(stack)
    .findWarning('*', Match.anyValue())
    .flatMap(({ entry: { data } }) => (typeof data === 'string' ? [data] : []))
    .map((warning) => warning.replace(/ \[ack: .*$/, ''))
    .sort()
}

test('a deployment says who gets no alarms, and what stands open', () => {
  expect(warnings({ stage: 'prod' })).toEqual([
    'No firewall is in front of the distribution. Create one with -c rateLimit=2000, and use it with -c webAclArn=<its output>.',
    'The API also answers at its own address, around the distribution. Refuse that with -c requireEdge=true.',
    'The alarms notify nobody. Name who gets them: -c alarmEmail=<address>.',
  ])
  expect(warnings({ stage: 'prod', alarmEmail: 'on-call@example.com', rateLimit: '2000' })).toEqual(
    [
      'No firewall is in front of the distribution. Create one with -c rateLimit=2000, and use it with -c webAclArn=<its output>.',
    ],
  )
})

test('an installation that uses everything, and a trial, get no warning', () => {
  expect(warnings(FULL)).toEqual([])
  expect(warnings({ stage: 'dev', disposable: 'true' })).toEqual([])
})
