import { at, list, put, textOf } from './json.ts'
import { only, type Promised, wrong } from './promises.ts'
import { FULL, resources, resourcesOf, type Templates } from './templates.ts'

const STAGE = 'AWS::ApiGatewayV2::Stage'
const DISTRIBUTION = 'AWS::CloudFront::Distribution'
const WEB_ACL = 'AWS::WAFv2::WebACL'
const FILES = 'Custom::CDKBucketDeployment'
const FILE_PATHS = ['/assets/*', '/embed.js', '/favicon.svg']
/** Excluded files, files included despite that, and the cache header. */
const CACHED = [
  [['assets/*'], undefined, 'public, max-age=300'],
  [['*'], ['assets/*'], 'public, max-age=31536000, immutable'],
]
/** CloudFront's managed policy of that name. Its id is the same in every account. */
const SECURITY_HEADERS = '67f7725c-6f97-4210-82d7-5512b31e9d03'
const distribution = (t: Templates) => only(t, DISTRIBUTION)

/** The promises of the API, the distribution, the files and the dashboard. */
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
        const limits = list(p, 'Rules').map((rule) => [
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
    'the distribution authenticates to the API with a secret that no template contains',
    (t) =>
      wrong(resources(t, DISTRIBUTION), (p) => {
        const headers = list(p, 'DistributionConfig.Origins')
          .flatMap((origin) => list(origin, 'OriginCustomHeaders'))
          .map(textOf)
        return (
          headers.length === 1 &&
          headers[0]?.includes('x-holdfast-edge') === true &&
          headers[0].includes('{{resolve:secretsmanager:')
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
    'files have security headers, and all other paths use our own cache policy',
    (t) =>
      wrong(resources(t, DISTRIBUTION), (p) => {
        const behaviors = list(p, 'DistributionConfig.CacheBehaviors')
        const paths = behaviors.map((one) => at(one, 'PathPattern'))
        const isSecured = behaviors.every(
          (one) => at(one, 'ResponseHeadersPolicyId') === SECURITY_HEADERS,
        )
        const own = textOf(at(p, 'DistributionConfig.DefaultCacheBehavior.CachePolicyId'))
        return textOf(paths) === textOf(FILE_PATHS) && isSecured && own.includes('AsTheApiSays')
      }),
    (t) => put(distribution(t), 'DistributionConfig.CacheBehaviors.1.ResponseHeadersPolicyId'),
  ],
  [
    'responses of the API are cached only if they allow it, and separately for each caller',
    (t) =>
      wrong(resources(t, 'AWS::CloudFront::CachePolicy'), (p) => {
        const {
          DefaultTTL,
          MinTTL,
          ParametersInCacheKeyAndForwardedToOrigin: key,
        } = Object(p.CachePolicyConfig) as Readonly<Record<string, unknown>>
        return (
          DefaultTTL === 0 &&
          MinTTL === 0 &&
          at(key, 'CookiesConfig.CookieBehavior') === 'all' &&
          at(key, 'QueryStringsConfig.QueryStringBehavior') === 'all' &&
          textOf(at(key, 'HeadersConfig.Headers')) === '["Authorization","Origin"]'
        )
      }),
    (t) =>
      put(
        only(t, 'AWS::CloudFront::CachePolicy'),
        'CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin.HeadersConfig.Headers',
        ['Origin'],
      ),
  ],
  [
    'one dashboard shows all watched metrics',
    (t) =>
      wrong(resources(t, 'AWS::CloudWatch::Dashboard'), (p) =>
        ['IteratorAge', 'TransactionConflict', 'WriteThrottleEvents', 'Throttles', '5xx'].every(
          (name) => textOf(p.DashboardBody).includes(name),
        ),
      ),
    (t) => put(only(t, 'AWS::CloudWatch::Dashboard'), 'DashboardBody', '{}'),
  ],
]
