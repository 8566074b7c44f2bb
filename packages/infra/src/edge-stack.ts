import { type App, CfnOutput, Stack } from 'aws-cdk-lib'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { ManagedRules } from './operation-settings.ts'
import type { Settings } from './settings.ts'

/** The paths at which callers without an API key book, or join a wait list. */
export const PUBLIC_WRITES =
  '^/v1/(public/(bookings|booking-groups|waitlist)|stays/[^/]+|plain/[^/]+/[^/]+)$'
/** The most public bookings and stays of one address within five minutes, tried or made. */
export const PUBLIC_WRITES_LIMIT = 100

/**
 * Rules of AWS's common set that only count: they would block calendar files, links in texts and redirect URLs,
 * and programs that name no user agent.
 */
const ONLY_COUNTED = [
  'SizeRestrictions_BODY',
  'GenericRFI_BODY',
  'GenericRFI_QUERYARGUMENTS',
  'NoUserAgent_HEADER',
] as const

/**
 * The firewall of the distribution: rate rules for each address. It is a stack of its own, because CloudFront
 * takes firewalls only from us-east-1. Its output is the context value `webAclArn` of the other stacks.
 */
export class EdgeStack extends Stack {
  /** What the stack of the application is told. */
  readonly webAclArn: CfnOutput

  constructor(app: App, id: string, settings: Settings, requestsPerFiveMinutes: number) {
    super(app, id, { env: { region: 'us-east-1' } })
    const visible = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
      metricName,
    })
    const isPublicWrite: CfnWebACL.StatementProperty = {
      andStatement: {
        statements: [
          {
            byteMatchStatement: {
              fieldToMatch: { method: {} },
              positionalConstraint: 'EXACTLY',
              searchString: 'POST',
              textTransformations: [{ priority: 0, type: 'NONE' }],
            },
          },
          {
            regexMatchStatement: {
              fieldToMatch: { uriPath: {} },
              regexString: PUBLIC_WRITES,
              textTransformations: [{ priority: 0, type: 'URL_DECODE' }],
            },
          },
        ],
      },
    }
    const rule = (
      priority: number,
      name: string,
      limit: number,
      scopeDownStatement?: CfnWebACL.StatementProperty,
    ): CfnWebACL.RuleProperty => ({
      name,
      priority,
      // 429, as the API itself answers.
      action: { block: { customResponse: { responseCode: 429 } } },
      statement: {
        rateBasedStatement: {
          aggregateKeyType: 'IP',
          evaluationWindowSec: 300,
          limit,
          ...(scopeDownStatement && { scopeDownStatement }),
        },
      },
      visibilityConfig: visible(name),
    })
    const acl = new CfnWebACL(this, 'WebAcl', {
      name: `holdfast-${settings.stage}`,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      rules: [
        rule(0, 'public-bookings', PUBLIC_WRITES_LIMIT, isPublicWrite),
        rule(1, 'requests', requestsPerFiveMinutes),
        ...(settings.managedRules ? [commonRules(2, settings.managedRules, visible)] : []),
      ],
      visibilityConfig: visible(`holdfast-${settings.stage}`),
    })
    this.webAclArn = new CfnOutput(this, 'WebAclArn', { value: acl.attrArn })
  }
}

/** AWS's common rules. Their matches are blocked with CloudFront's own 403, or only counted. */
const commonRules = (
  priority: number,
  action: ManagedRules,
  visible: (metricName: string) => CfnWebACL.VisibilityConfigProperty,
): CfnWebACL.RuleProperty => ({
  name: 'common',
  priority,
  overrideAction: action === 'count' ? { count: {} } : { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name: 'AWSManagedRulesCommonRuleSet',
      ruleActionOverrides: ONLY_COUNTED.map((name) => ({ name, actionToUse: { count: {} } })),
    },
  },
  visibilityConfig: visible('common'),
})
