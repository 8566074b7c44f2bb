import { at, list, type Part, put, textOf } from './json.ts'
import { only, type Promised, wrong } from './promises.ts'
import { resources, type Templates } from './templates.ts'

const DISTRIBUTION = 'AWS::CloudFront::Distribution'
const POLICY = 'AWS::CloudFront::CachePolicy'
const HEADERS = 'AWS::CloudFront::ResponseHeadersPolicy'
const EMBED_HEADERS = '[["Cross-Origin-Resource-Policy","cross-origin"]]'
/** CloudFront's managed policies of these names. Their ids are the same in every account. */
const SECURITY_HEADERS = '67f7725c-6f97-4210-82d7-5512b31e9d03'
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6'
const ALL_VIEWER_EXCEPT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac'

/** Every path, in the order of their match: its cache policy, what else the API sees, and added headers. */
const BEHAVIORS = [
  ['/assets/*', CACHING_OPTIMIZED, undefined, SECURITY_HEADERS],
  ['/favicon.svg', CACHING_OPTIMIZED, undefined, SECURITY_HEADERS],
  ['/embed.js', CACHING_OPTIMIZED, undefined, 'EmbedHeaders'],
  ['/v1/public/decisions/*', 'AsTheApiSays', ALL_VIEWER_EXCEPT_HOST, undefined],
  ['/v1/public/orders/*', 'AsTheApiSays', ALL_VIEWER_EXCEPT_HOST, undefined],
  ['/v1/public/payments/*', 'AsTheApiSays', ALL_VIEWER_EXCEPT_HOST, undefined],
  ['/v1/public/sign-in/*', 'AsTheApiSays', ALL_VIEWER_EXCEPT_HOST, undefined],
  ['/v1/public/*/*/quotes', 'AsTheApiSays', ALL_VIEWER_EXCEPT_HOST, undefined],
  ['/v1/public/slots', 'PublicSoonestSlots', undefined, undefined],
  ['/v1/public/*/*', 'PublicSlots', undefined, undefined],
  ['/v1/photos/*/*', CACHING_OPTIMIZED, undefined, undefined],
  [undefined, 'AsTheApiSays', ALL_VIEWER_EXCEPT_HOST, undefined],
].map(textOf)

/** The query parameters that are part of the key, by the name of the policy. */
const SHARED_QUERIES = {
  PublicSlots: 'accountSlug,add,answer,durationMinutes,from,providerId,seats,timeZone,to',
  PublicSoonestSlots:
    'accountSlug,cursor,from,limit,providerSlug,seats,sequence,specialty,timeZone,to',
}

const distribution = (t: Templates) => only(t, DISTRIBUTION)
const keyOf = (p: Part) => at(p, 'CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin')
const policies = (t: Templates, id: string) =>
  resources(t, POLICY).filter((resource) => resource.id.startsWith(id))

/** The policy of a behavior: its id, or the name of our own. */
const policyOf = (behavior: unknown): string => {
  const text = textOf(at(behavior, 'CachePolicyId'))
  return /AsTheApiSays|PublicSlots|PublicSoonestSlots/.exec(text)?.[0] ?? text.replaceAll('"', '')
}

/** The policy of a behavior's headers: its id, or the name of our own. */
const headersOf = (behavior: unknown): unknown => {
  const id = at(behavior, 'ResponseHeadersPolicyId')
  return textOf(id).includes('EmbedHeaders') ? 'EmbedHeaders' : id
}

/** The promises about what CloudFront keeps. */
export const CACHE_PROMISES: readonly Promised[] = [
  [
    'each path has its cache policy: files, public slots, and all other calls of the API',
    (t) =>
      wrong(resources(t, DISTRIBUTION), (p) => {
        const behaviors = [
          ...list(p, 'DistributionConfig.CacheBehaviors'),
          at(p, 'DistributionConfig.DefaultCacheBehavior'),
        ].map((one) =>
          textOf([
            at(one, 'PathPattern'),
            policyOf(one),
            at(one, 'OriginRequestPolicyId'),
            headersOf(one),
          ]),
        )
        return textOf(behaviors) === textOf(BEHAVIORS)
      }),
    (t) => put(distribution(t), 'DistributionConfig.CacheBehaviors.3'),
  ],
  [
    'other sites may load the script that embeds pages, also those that ask for the permission of what they load',
    (t) =>
      wrong(resources(t, HEADERS), (p) => {
        const added = list(p, 'ResponseHeadersPolicyConfig.CustomHeadersConfig.Items')
        return textOf(added.map((one) => [at(one, 'Header'), at(one, 'Value')])) === EMBED_HEADERS
      }),
    (t) => put(only(t, HEADERS), 'ResponseHeadersPolicyConfig.CustomHeadersConfig.Items', []),
  ],
  [
    'responses of the API are cached only if they allow it, and separately for each caller',
    (t) =>
      wrong(policies(t, 'AsTheApiSays'), (p) => {
        const { DefaultTTL, MinTTL } = Object(p.CachePolicyConfig)
        const key = keyOf(p)
        return (
          DefaultTTL === 0 &&
          MinTTL === 0 &&
          at(key, 'CookiesConfig.CookieBehavior') === 'all' &&
          at(key, 'QueryStringsConfig.QueryStringBehavior') === 'all' &&
          textOf(at(key, 'HeadersConfig.Headers')) === '["Authorization","Origin","X-Api-Key"]'
        )
      }),
    (t) =>
      put(
        only(t, POLICY, /^AsTheApiSays/),
        'CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin.HeadersConfig.Headers',
        ['Origin'],
      ),
  ],
  [
    'public slots are shared for at most a second between callers who are not signed in, whatever else they send',
    (t) =>
      wrong(policies(t, 'PublicS'), (p) => {
        const { DefaultTTL, MinTTL, MaxTTL } = Object(p.CachePolicyConfig)
        const key = keyOf(p)
        return (
          textOf([MinTTL, DefaultTTL, MaxTTL]) === '[0,0,1]' &&
          at(key, 'CookiesConfig.CookieBehavior') === 'none' &&
          textOf(at(key, 'HeadersConfig.Headers')) === '["Authorization"]' &&
          at(key, 'EnableAcceptEncodingBrotli') === true
        )
      }),
    (t) => put(only(t, POLICY, /^PublicSlots/), 'CachePolicyConfig.MaxTTL', 60),
  ],
  [
    'an unknown query parameter does not make CloudFront ask the API for public slots again',
    (t) =>
      Object.entries(SHARED_QUERIES).flatMap(([name, query]) =>
        wrong(
          policies(t, name),
          (p) =>
            at(keyOf(p), 'QueryStringsConfig.QueryStringBehavior') === 'whitelist' &&
            list(keyOf(p), 'QueryStringsConfig.QueryStrings').join() === query,
        ),
      ),
    (t) =>
      put(
        only(t, POLICY, /^PublicSlots/),
        'CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin.QueryStringsConfig',
        { QueryStringBehavior: 'all' },
      ),
  ],
  [
    'an error that allows a retry after a second is not kept for ten',
    (t) =>
      wrong(resources(t, DISTRIBUTION), (p) => {
        const kept = list(p, 'DistributionConfig.CustomErrorResponses').map((one) => [
          at(one, 'ErrorCode'),
          at(one, 'ErrorCachingMinTTL'),
          at(one, 'ResponseCode'),
        ])
        return textOf(kept) === textOf([500, 502, 503, 504].map((code) => [code, 0, undefined]))
      }),
    (t) => put(distribution(t), 'DistributionConfig.CustomErrorResponses.2.ErrorCachingMinTTL', 10),
  ],
]
