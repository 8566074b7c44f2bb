/**
 * The paths whose responses CloudFront shares between callers: the first slots of a page, all slots of an
 * event type, opened slots, and the first slots of a specialty. In CloudFront, `*` also matches `/`.
 */
export const SLOT_PATHS = ['/v1/public/slots', '/v1/public/*/*'] as const

/** The paths that the last pattern matches too, although their calls read tokens, tell of one booking or have other parameters. They come first. */
export const UNSHARED_PATHS = [
  '/v1/public/decisions/*',
  '/v1/public/orders/*',
  '/v1/public/payments/*',
  '/v1/public/sign-in/*',
  '/v1/public/*/*/quotes',
] as const

/** The query parameters of each of these paths. CloudFront drops all others. It allows ten in a policy. */
export const SLOT_QUERIES = {
  '/v1/public/slots': [
    'accountSlug',
    'cursor',
    'from',
    'limit',
    'providerSlug',
    'seats',
    'sequence',
    'specialty',
    'timeZone',
    'to',
  ],
  '/v1/public/*/*': [
    'accountSlug',
    'add',
    'answer',
    'durationMinutes',
    'from',
    'providerId',
    'seats',
    'timeZone',
    'to',
  ],
} as const satisfies Readonly<Record<(typeof SLOT_PATHS)[number], readonly string[]>>

/** The path of the files of photos, which CloudFront shares for as long as the API allows: they never change. */
export const PHOTO_PATH = '/v1/photos/*/*'
