import { z } from '@hono/zod-openapi'
import { ApiKey } from './api-keys.ts'
import { COUNTRIES } from './countries.ts'
import { resourceId } from './ids.ts'
import { ACCOUNT_LIMITS, AccountLimits, AccountLimitsInput } from './limits.ts'
import { listOf, resourceFields } from './lists.ts'
import { orNull } from './or-null.ts'
import { nameText, oneOf, slugText, wholeNumber } from './text.ts'

const FLAG_ERROR = 'must be true or false'
const completesBookings = z.boolean({ error: FLAG_ERROR }).openapi({
  description: 'Completes confirmed bookings automatically after they end. Default: true.',
})
// At most 30 days: a reminder sent earlier is of no use.
const reminderMinutes = wholeNumber(0, 43_200, 'minutes').openapi({
  description:
    'How many minutes before the start to email the booker a reminder. 0 turns reminders off. Event types with their own `reminderMinutes` do not use it. A change also applies to existing bookings. Default: 1440.',
  example: 1440,
})

const publicLimitFactor = wholeNumber(1, 100, 'times').openapi({
  description:
    'Multiplies how many bookings and nights one network address may take without an API key. Raise it if many of your customers share one address, such as an office. Default: 1.',
  example: 1,
})

const followUps = {
  thankYou: z.boolean({ error: FLAG_ERROR }).openapi({
    description: 'Thanks the booker for a completed booking. Default: false.',
    example: true,
  }),
  noShow: z.boolean({ error: FLAG_ERROR }).openapi({
    description: 'Writes to a booker who was marked as a no-show. Default: false.',
    example: false,
  }),
  // At least some minutes, in which a completion can still be corrected to a no-show.
  delayMinutes: wholeNumber(15, 10_080, 'minutes').openapi({
    description:
      'How long after the booking was completed or marked as a no-show the email is sent. If it was corrected meanwhile, only the email for the last state is sent. Default: 120.',
    example: 120,
  }),
}

/** The languages of the pages and emails. */
export const ACCOUNT_LOCALES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pt',
  'pl',
  'tr',
  'ja',
  'ar',
] as const

/** The directories that an account's listed providers can be in. */
export const PUBLIC_DIRECTORIES = ['own', 'shared'] as const

/** The states of an account. */
export const ACCOUNT_STATUSES = ['active', 'suspended', 'deleting'] as const

const SLUG_EXAMPLE = 'lakeside-practice'

const slug = () =>
  slugText().openapi({
    description:
      'Identifies the account in public links, such as `/a/lakeside-practice`. Unique on the server. Links with the previous slug stop working.',
    example: SLUG_EXAMPLE,
  })

const slugAnswer = () =>
  z.string().nullable().openapi({
    description: 'Identifies the account in public links. Null if none was chosen yet.',
    example: SLUG_EXAMPLE,
  })

const locale = () =>
  oneOf(ACCOUNT_LOCALES).nullable().openapi({
    description:
      "The language of public pages and emails if the booker's is unknown. Null: the browser's language.",
    example: 'de',
  })

const publicDirectory = () =>
  oneOf(PUBLIC_DIRECTORIES).openapi({
    description:
      'Where listed providers appear: only in the directory of the account (`own`), or also in that of the server (`shared`). Default: `own`. The first account of a server and accounts created before this setting have `shared`.',
    example: 'own',
  })

const retentionDays = () =>
  wholeNumber(1, 3650, 'days').nullable().openapi({
    description:
      'Erases the personal data of bookers this many days after a booking or stay ended. Null keeps it. Default: null.',
    example: 365,
  })

const country = () =>
  oneOf(COUNTRIES).nullable().openapi({
    description:
      'The country of phone numbers that are sent without a country code, those of contacts and of bookers who give no email address, in ISO 3166-1 alpha-2. Null: such numbers are refused. Default: null.',
    example: 'DE',
  })

/** What a public booking may ask for. */
export const BOOKER_CONTACTS = ['email', 'emailOrPhone'] as const

const bookerContact = () =>
  oneOf(BOOKER_CONTACTS).openapi({
    description:
      'What bookers without an API key must tell: an `email` address, or also a phone number instead of it. Who gives only a phone number gets no emails, but SMS if `sms` is enabled. Default: `email`.',
    example: 'email',
  })

const smsFields = {
  enabled: z.boolean({ error: FLAG_ERROR }).openapi({
    description:
      'Tells bookers who have a phone number and no email address by SMS: requests, confirmations, new times, cancellations and reminders. The account pays for them. Without an SMS gateway of the server nothing is sent. Default: false.',
    example: true,
  }),
}

const auditDays = () =>
  wholeNumber(0, 3650, 'days').openapi({
    description:
      'How many days the audit log is kept. 0 keeps none. Default: 0; the first member sets it to 90.',
    example: 90,
  })

const requiresPasskeys = () =>
  z.boolean({ error: FLAG_ERROR }).openapi({
    description:
      'Members must sign in with a passkey. A mailed link then only opens the page to register one. Default: false.',
  })

const ORIGIN_ERROR =
  'must be an origin such as https://www.example.com: https, a host in lower case and no path. http is possible for localhost'

/** In a content security policy, other characters could begin another source or directive. */
const PLAIN_HOST = /^[a-z0-9.-]+$/
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1'])

const isFrameOrigin = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  const isSecure = protocol === 'https:' || (protocol === 'http:' && LOCAL_HOSTS.has(hostname))
  return origin === text && isSecure && PLAIN_HOST.test(hostname)
}

const frameOrigin = z
  .string({ error: ORIGIN_ERROR })
  .max(260, { error: ORIGIN_ERROR, abort: true })
  .refine(isFrameOrigin, { error: ORIGIN_ERROR })

const frameOrigins = () =>
  z
    .array(frameOrigin, { error: 'must be a list of origins' })
    .max(20, { error: 'must have at most 20 origins' })
    .openapi({
      description:
        'The sites that may show the public pages of the account in a frame, under their normal links. Pages under `/embed` need no permission. Default: none.',
      example: ['https://www.example.com'],
    })

const COLOR_ERROR = 'must be a color of six hexadecimal digits, such as #1a6b4f'
const LOGO_ERROR = 'must be an https URL of at most 2048 characters without credentials'
const LOGO_EXAMPLE = 'https://example.com/logo.svg'

const isLogoUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}

const brandName = () =>
  nameText().openapi({ description: 'The name on public pages and emails.', example: 'Lakeside' })

const brandColor = () =>
  z
    .string({ error: COLOR_ERROR })
    .regex(/^#[0-9a-fA-F]{6}$/, { error: COLOR_ERROR })
    .toLowerCase()
    .openapi({ description: 'The color of buttons and links, `#rrggbb`.', example: '#1a6b4f' })

const logoUrl = () =>
  z
    .string({ error: LOGO_ERROR })
    .max(2048, { error: LOGO_ERROR, abort: true })
    .refine(isLogoUrl, { error: LOGO_ERROR })
    .openapi({ format: 'uri', example: LOGO_EXAMPLE })

/** The brand of an account, as it is sent. */
export const BrandWrite = z
  .strictObject({
    name: brandName(),
    color: brandColor(),
    logoUrl: logoUrl()
      .nullable()
      .optional()
      .describe('The address of the logo. It must be https. Default: none.'),
  })
  .openapi('BrandWrite', { description: 'The brand that public pages and emails show.' })

/** The brand of an account. */
export const Brand = z
  .object({
    name: brandName(),
    color: brandColor(),
    logoUrl: z
      .string()
      .nullable()
      .openapi({ description: 'The address of the logo. Null if there is none.', example: null }),
  })
  .openapi('Brand', { description: 'The brand that public pages and emails show.' })

const brandAnswer = () => orNull(Brand, 'What public pages and emails show. Null: their own look.')

/** `PATCH /v1/account`: omitted fields keep their values. */
export const AccountPatch = z
  .strictObject({
    name: nameText().optional().describe('The name of the account, for its own people.'),
    slug: slug().optional(),
    locale: locale().optional(),
    brand: orNull(BrandWrite, 'What public pages and emails show. Null removes it.').optional(),
    publicDirectory: publicDirectory().optional(),
    frameOrigins: frameOrigins().optional(),
    country: country().optional(),
    bookerContact: bookerContact().optional(),
    limits: orNull(AccountLimitsInput, `${ACCOUNT_LIMITS} Null removes them.`).optional(),
    sms: z
      .strictObject(smsFields)
      .optional()
      .openapi({ description: 'SMS to bookers without an email address.' }),
    retentionDays: retentionDays().optional(),
    auditDays: auditDays().optional(),
    requiresPasskeys: requiresPasskeys().optional(),
    completesBookings: completesBookings.optional(),
    reminderMinutes: reminderMinutes.optional(),
    publicLimitFactor: publicLimitFactor.optional(),
    followUps: z.strictObject(followUps).partial().optional().openapi({
      description: 'The emails after a booking has ended. Omitted members keep their values.',
    }),
  })
  .openapi('AccountPatch', {
    description: 'Changes to the account. Omitted fields keep their values.',
  })

/** The caller's account with its settings. */
export const Account = z
  .object({
    id: resourceId('account'),
    name: z.string().describe('The name of the account, for its own people.'),
    slug: slugAnswer(),
    linkPrefix: z.string().openapi({
      description:
        'How the paths of public links begin. Append the slug of a provider, and for a booking page `/` and the slug of an event type. It names the account unless the slugs of its providers are unique on the server, as in accounts of version 1.',
      example: `/a/${SLUG_EXAMPLE}/`,
    }),
    locale: locale(),
    brand: brandAnswer(),
    publicDirectory: publicDirectory(),
    frameOrigins: frameOrigins(),
    country: country(),
    bookerContact: bookerContact(),
    limits: orNull(AccountLimits, `${ACCOUNT_LIMITS} Null: any number.`),
    sms: z
      .object(smsFields)
      .openapi('SmsSettings', { description: 'SMS to bookers without an email address.' }),
    retentionDays: retentionDays(),
    auditDays: auditDays(),
    requiresPasskeys: requiresPasskeys(),
    completesBookings,
    reminderMinutes,
    publicLimitFactor,
    followUps: z
      .object(followUps)
      .openapi('FollowUps', { description: 'The emails to bookers after a booking has ended.' }),
    ...resourceFields,
  })
  .openapi('Account', { description: "The caller's account with its settings." })

/** `POST /v1/accounts`. */
export const OperatorAccountCreate = z
  .strictObject({
    name: nameText().openapi({
      description: 'The name of the account, for its own people.',
      example: 'Lakeside Practice',
    }),
    slug: slug(),
  })
  .openapi('OperatorAccountCreate', { description: 'A new account.' })

/** `PATCH /v1/accounts/{id}`: omitted fields keep their values. */
export const OperatorAccountPatch = z
  .strictObject({
    name: nameText().optional().describe('The name of the account, for its own people.'),
    slug: slug().optional(),
    status: oneOf(['active', 'suspended']).optional().openapi({
      description:
        '`suspended` refuses keys, sessions and public calls with `account_suspended` until the account is `active` again. Its data stays.',
      example: 'suspended',
    }),
  })
  .openapi('OperatorAccountPatch', {
    description: 'Changes to an account by the operator. Omitted fields keep their values.',
  })

/** An account as the operator of the server sees it. */
export const OperatorAccount = z
  .object({
    id: resourceId('account'),
    name: z.string().describe('The name of the account, for its own people.'),
    slug: slugAnswer(),
    status: oneOf(ACCOUNT_STATUSES).openapi({
      description:
        '`suspended`: calls are refused, the data stays. `deleting`: everything of the account is being deleted.',
      example: 'active',
    }),
    locale: locale(),
    brand: brandAnswer(),
    publicDirectory: publicDirectory(),
    retentionDays: retentionDays(),
    auditDays: auditDays(),
    deletion: orNull(
      z
        .object({
          startedAt: z.string().openapi({
            format: 'date-time',
            description: 'When the deletion was requested.',
            example: '2026-04-20T08:00:00Z',
          }),
          deletedItemCount: z
            .int()
            .openapi({ description: 'How many stored items are deleted so far.', example: 1250 }),
        })
        .openapi('AccountDeletion', { description: 'The progress of the deletion.' }),
      'Set while the account is being deleted.',
    ),
    ...resourceFields,
  })
  .openapi('OperatorAccount', {
    description: 'An account as the operator of the server sees it.',
  })

/** The response to the creation of an account, the only one with the secret of its first API key. */
export const OperatorAccountCreated = OperatorAccount.extend({
  apiKey: ApiKey.pick({ id: true })
    .extend({
      secret: z.string().openapi({
        description: 'The API key. Shown only in this response; the server stores only its hash.',
        example: 'hf_…',
      }),
    })
    .openapi('AccountApiKey', { description: "The account's first API key." }),
}).openapi('OperatorAccountCreated', { description: 'A new account with its first API key.' })

/** `GET /v1/accounts`. */
export const OperatorAccountList = listOf(OperatorAccount, 'OperatorAccountList')

/** `GET /v1/account/redirect-secret`. */
export const RedirectSecret = z
  .object({
    secret: z.string().openapi({
      description:
        'Verifies the `signature` of a `redirectUrl`: HMAC-SHA256 of `bookingId.status.at` with this text as the key, in hexadecimal digits.',
      example: 'hr_…',
    }),
  })
  .openapi('RedirectSecret', { description: 'The secret that signs redirects of the account.' })

export type AccountPatch = z.infer<typeof AccountPatch>
export type Account = z.infer<typeof Account>
export type OperatorAccount = z.infer<typeof OperatorAccount>
export type OperatorAccountCreate = z.infer<typeof OperatorAccountCreate>
export type OperatorAccountPatch = z.infer<typeof OperatorAccountPatch>
