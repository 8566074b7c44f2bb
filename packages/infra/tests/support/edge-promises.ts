import { at, list, put, textOf } from './json.ts'
import { only, type Promised, wrong } from './promises.ts'
import { FULL, functionsOf, resources, resourcesOf, type Templates } from './templates.ts'

const STAGE = 'AWS::ApiGatewayV2::Stage'
const DISTRIBUTION = 'AWS::CloudFront::Distribution'
const WEB_ACL = 'AWS::WAFv2::WebACL'
const FILES = 'Custom::CDKBucketDeployment'
/** Rules that would block calendar files, links in texts, redirect URLs and plain programs. */
const ONLY_COUNTED = [
  'SizeRestrictions_BODY',
  'GenericRFI_BODY',
  'GenericRFI_QUERYARGUMENTS',
  'NoUserAgent_HEADER',
]
/** Metrics of the dashboard. */
const SHOWN = [
  '5xx',
  'ClaimedAccountConcurrency',
  'IteratorAge',
  'RefusedOutside',
  'RequestMilliseconds',
  'Throttles',
  'TransactionConflict',
  'WriteThrottleEvents',
]
/** Excluded files, files included despite that, and the cache header. */
const CACHED = [
  [['assets/*'], undefined, 'public, max-age=300'],
  [['*'], ['assets/*'], 'public, max-age=31536000, immutable'],
]
const distribution = (t: Templates) => only(t, DISTRIBUTION)

/** The promises of the API, the firewall, the distribution, the files and the dashboard. */
export const EDGE_PROMISES: readonly Promised[] = [
  [
    'the API limits the number of requests',
    (t) =>
      wrong(
        resources(t, STAGE),
        (p) =>
          at(p, 'DefaultRouteSettings.ThrottlingRateLimit') === 1_000 &&
          at(p, 'DefaultRouteSettings.ThrottlingBurstLimit') === 2_000,
      ),
    (t) => put(only(t, STAGE), 'DefaultRouteSettings'),
  ],
  [
    'the access log of the API excludes paths, queries and headers, which may contain tokens',
    (t) =>
      wrong(
        resources(t, STAGE),
        (p) =>
          at(p, 'AccessLogSettings.DestinationArn') !== undefined &&
          !/path|query|header/i.test(String(at(p, 'AccessLogSettings.Format'))),
      ),
    (t) => put(only(t, STAGE), 'AccessLogSettings.Format', '$context.path'),
  ],
  [
    'the firewall of the distribution limits all requests of one address, and its public bookings further',
    (t) =>
      wrong(resources(t, WEB_ACL), (p) => {
        const isRate = (rule: unknown) => at(rule, 'Statement.RateBasedStatement') !== undefined
        const limits = list(p, 'Rules')
          .filter(isRate)
          .map((rule) => [
            at(rule, 'Name'),
            at(rule, 'Action.Block.CustomResponse.ResponseCode'),
            at(rule, 'Statement.RateBasedStatement.AggregateKeyType'),
            at(rule, 'Statement.RateBasedStatement.Limit'),
            at(rule, 'Statement.RateBasedStatement.ScopeDownStatement') !== undefined,
          ])
        return (
          at(p, 'Scope') === 'CLOUDFRONT' &&
          JSON.stringify(limits) ===
            JSON.stringify([
              ['public-bookings', 429, 'IP', 100, true],
              ['requests', 429, 'IP', 2_000, false],
            ])
        )
      }),
    (t) => put(only(t, WEB_ACL), 'Rules.1.Statement.RateBasedStatement.Limit', 1_000_000),
  ],
  [
    'the common rules of the firewall come after its limits, and only count what the API has to accept',
    (t) =>
      wrong(resources(t, WEB_ACL), (p) => {
        const rule = list(p, 'Rules').at(-1)
        const group = at(rule, 'Statement.ManagedRuleGroupStatement')
        const counted = list(group, 'RuleActionOverrides').map((one) => [
          at(one, 'Name'),
          textOf(at(one, 'ActionToUse')),
        ])
        return (
          at(rule, 'Priority') === 2 &&
          textOf(at(rule, 'OverrideAction')) === '{"None":{}}' &&
          at(group, 'VendorName') === 'AWS' &&
          at(group, 'Name') === 'AWSManagedRulesCommonRuleSet' &&
          textOf(counted) === textOf(ONLY_COUNTED.map((name) => [name, '{"Count":{}}']))
        )
      }),
    (t) =>
      put(
        only(t, WEB_ACL),
        'Rules.2.Statement.ManagedRuleGroupStatement.RuleActionOverrides.0.ActionToUse',
        { Block: {} },
      ),
  ],
  [
    'the distribution is behind the firewall',
    (t) =>
      wrong(
        resources(t, DISTRIBUTION),
        (p) => at(p, 'DistributionConfig.WebACLId') === FULL.webAclArn,
      ),
    (t) => put(distribution(t), 'DistributionConfig.WebACLId'),
  ],
  [
    'every behavior of the distribution redirects to HTTPS',
    (t) =>
      wrong(resources(t, DISTRIBUTION), (p) =>
        [
          at(p, 'DistributionConfig.DefaultCacheBehavior'),
          ...list(p, 'DistributionConfig.CacheBehaviors'),
        ].every((one) => at(one, 'ViewerProtocolPolicy') === 'redirect-to-https'),
      ),
    (t) =>
      put(distribution(t), 'DistributionConfig.CacheBehaviors.0.ViewerProtocolPolicy', 'allow-all'),
  ],
  [
    'with its own domain, the distribution requires TLS 1.2 or later',
    (t) =>
      wrong(
        resources(t, DISTRIBUTION),
        (p) =>
          at(p, 'DistributionConfig.ViewerCertificate.MinimumProtocolVersion') === 'TLSv1.2_2021',
      ),
    (t) =>
      put(
        distribution(t),
        'DistributionConfig.ViewerCertificate.MinimumProtocolVersion',
        'TLSv1_2016',
      ),
  ],
  [
    'the distribution authenticates to the API with the named version of a secret that no template contains',
    (t) =>
      wrong(resources(t, DISTRIBUTION), (p) => {
        const headers = list(p, 'DistributionConfig.Origins')
          .flatMap((origin) => list(origin, 'OriginCustomHeaders'))
          .map(textOf)
        return (
          headers.length === 1 &&
          headers[0]?.includes('x-holdfast-edge') === true &&
          headers[0].includes('{{resolve:secretsmanager:') &&
          headers[0].includes(`:SecretString:::${FULL.edgeSecretVersion}}}`)
        )
      }),
    (t) => {
      const origins = list(distribution(t), 'DistributionConfig.Origins')
      put(
        origins.find((origin) => at(origin, 'OriginCustomHeaders') !== undefined),
        'OriginCustomHeaders',
      )
    },
  ],
  [
    'behind a firewall, the http function refuses what did not come through the distribution',
    (t) => {
      const { HOLDFAST_REQUIRE_EDGE: required, HOLDFAST_EDGE_SECRET: secret } = Object(
        at(functionsOf(t).get('http'), 'Environment.Variables'),
      )
      return required === 'on' && textOf(secret).includes('Edge') ? [] : ['http']
    },
    (t) => put(functionsOf(t).get('http'), 'Environment.Variables.HOLDFAST_REQUIRE_EDGE', 'off'),
  ],
  [
    'only the distribution can read the bucket of the pages',
    (t) => {
      const readers = resources(t, 'AWS::S3::BucketPolicy')
        .filter(({ id }) => id.startsWith('Files'))
        .flatMap(({ properties }) => list(properties, 'PolicyDocument.Statement'))
        .filter((one) => at(one, 'Effect') === 'Allow')
      const isAlone = readers.every(
        (one) =>
          at(one, 'Principal.Service') === 'cloudfront.amazonaws.com' &&
          at(one, 'Condition.StringEquals.AWS:SourceArn') !== undefined,
      )
      return readers.length === 1 && isAlone ? [] : readers.map(textOf)
    },
    (t) =>
      put(only(t, 'AWS::S3::BucketPolicy', /^Files/), 'PolicyDocument.Statement.9', {
        Effect: 'Allow',
        Principal: '*',
        Action: 's3:GetObject',
      }),
  ],
  [
    'files are deployed before the pages that load them, and kept for open pages',
    (t) => {
      const http = Object.values(resourcesOf(t.app)).find(
        (one) => at(one, 'Properties.Description') === 'Holdfast prod: http',
      )
      const awaited = list(http, 'DependsOn').map(String)
      return [
        ...wrong(resources(t, FILES), (p) => p.Prune === false),
        ...resources(t, FILES).flatMap(({ id }) => (awaited.includes(id) ? [] : [id])),
      ]
    },
    (t) => put(only(t, FILES, /^DeployAssets/), 'Prune', true),
  ],
  [
    'files in assets are cached forever, other files for five minutes',
    (t) => {
      const cached = resources(t, FILES).map(({ properties }) =>
        textOf([
          properties.Exclude,
          properties.Include,
          at(properties, 'SystemMetadata.cache-control'),
        ]),
      )
      return textOf(cached) === textOf(CACHED.map(textOf)) ? [] : cached
    },
    (t) => put(only(t, FILES, /^DeployAssets/), 'Include'),
  ],
  [
    'one dashboard shows all watched metrics',
    (t) =>
      wrong(resources(t, 'AWS::CloudWatch::Dashboard'), (p) =>
        SHOWN.every((name) => textOf(p.DashboardBody).includes(name)),
      ),
    (t) => put(only(t, 'AWS::CloudWatch::Dashboard'), 'DashboardBody', '{}'),
  ],
]
