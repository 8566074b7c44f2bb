import { at, list, put, textOf } from './json.ts'
import { only, type Promised, wrong } from './promises.ts'
import { resources, resourcesOf, type Templates } from './templates.ts'

const STAGE = 'AWS::ApiGatewayV2::Stage'
const DISTRIBUTION = 'AWS::CloudFront::Distribution'
const FILES = 'Custom::CDKBucketDeployment'
const FILE_PATHS = ['/assets/*', '/embed.js', '/favicon.svg']
/** What is left out, what of that is taken all the same, and how long a browser may keep it. */
const CACHED = [
  [['assets/*'], undefined, 'public, max-age=300'],
  [['*'], ['assets/*'], 'public, max-age=31536000, immutable'],
]
/** CloudFront's own policy of that name, which is the same in every account. */
const SECURITY_HEADERS = '67f7725c-6f97-4210-82d7-5512b31e9d03'
const distribution = (t: Templates) => only(t, DISTRIBUTION)

/** What stands before the API promises, and what watches all of it. */
export const EDGE_PROMISES: readonly Promised[] = [
  [
    'the API lets through a bounded number of requests',
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
    'the API notes what it is asked without paths, queries and headers, which may hold tokens',
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
    'every behaviour of the distribution is HTTPS',
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
    'under a name of its own the distribution speaks TLS 1.2 or later',
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
    'the distribution proves itself to the API by a secret that no template shows',
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
    'the bucket of the pages is read by the distribution alone',
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
    'a file is there before the page that loads it, and stays for pages that are open',
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
    'files are cached as long as their names say: for good under assets, five minutes otherwise',
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
    'files carry security headers, and nothing but files is answered from a cache that we do not rule',
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
    'an answer of the API is cached only when it says so, and for nobody but who asked',
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
    'there is one dashboard, with everything that is watched',
    (t) =>
      wrong(resources(t, 'AWS::CloudWatch::Dashboard'), (p) =>
        ['IteratorAge', 'TransactionConflict', 'WriteThrottleEvents', 'Throttles', '5xx'].every(
          (name) => textOf(p.DashboardBody).includes(name),
        ),
      ),
    (t) => put(only(t, 'AWS::CloudWatch::Dashboard'), 'DashboardBody', '{}'),
  ],
]
