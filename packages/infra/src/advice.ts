import { Annotations, type Stack } from 'aws-cdk-lib'
import type { Settings } from './settings.ts'

/** Says at each deployment, as warnings of the CDK, what an installation for real use still lacks. */
export function adviseOn(stack: Stack, settings: Settings): void {
  const { alarmEmail, disposable, requireEdge, webAclArn } = settings
  if (disposable) return
  const warn = (id: string, sentence: string) =>
    Annotations.of(stack).addWarningV2(`holdfast:${id}`, sentence)
  if (alarmEmail === undefined) {
    warn('alarm-email', 'The alarms notify nobody. Name who gets them: -c alarmEmail=<address>.')
  }
  if (webAclArn === undefined) {
    warn(
      'firewall',
      'No firewall is in front of the distribution. Create one with -c rateLimit=2000, and use it with -c webAclArn=<its output>.',
    )
  }
  if (!requireEdge) {
    warn(
      'require-edge',
      'The API also answers at its own address, around the distribution. Refuse that with -c requireEdge=true.',
    )
  }
}
