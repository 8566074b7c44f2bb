import { z } from '@hono/zod-openapi'
import { Brand } from './account.ts'
import { resourceId } from './ids.ts'
import { MEMBER_ROLES } from './members.ts'
import { orNull } from './or-null.ts'
import { PAYMENT_VENDORS } from './payment-connection.ts'
import { scopeText } from './scopes.ts'
import { oneOf, singleLine } from './text.ts'

/** `POST /v1/session`: signs in to the dashboard with an API key. */
export const SessionCreate = z
  .strictObject({
    apiKey: singleLine(256).openapi({ description: 'An API key of the account.', example: 'hf_…' }),
  })
  .openapi('SessionCreate', { description: 'The credential to sign in with.' })

const SessionMember = z
  .object({
    id: resourceId('member'),
    name: z.string().openapi({ description: 'The name of the person.', example: 'Ada Lovelace' }),
    email: z.string().openapi({
      format: 'email',
      description: 'The address that the person signs in with.',
      example: 'ada@example.com',
    }),
    role: oneOf(MEMBER_ROLES).openapi({
      description: 'The role of the member.',
      example: 'scheduler',
    }),
  })
  .openapi('SessionMember', { description: 'The person who is signed in.' })

/** The signed-in account and its session. */
export const Session = z
  .object({
    account: z
      .object({
        id: resourceId('account'),
        name: z.string().openapi({ description: 'The name of the account.', example: 'Practice' }),
        brand: orNull(Brand, 'The brand of the account. Null if it has none.'),
      })
      .openapi('SessionAccount', { description: 'The account that is signed in.' }),
    apiKeyId: resourceId('apiKey').nullable().openapi({
      description:
        'The API key used to sign in. Null for members, and if the request used an API key directly.',
    }),
    member: orNull(
      SessionMember,
      'The person who is signed in. Null if an API key was used instead.',
    ),
    scopes: z.array(scopeText()).openapi({
      description:
        'What the session or key may do. Empty if the account requires passkeys and the person signed in with a link: the session can then only register a passkey.',
      example: ['read', 'bookings'],
    }),
    providerIds: z.array(resourceId('provider')).nullable().openapi({
      description: 'The only providers that the session or key sees. Null: all.',
      example: null,
    }),
    signedInAt: z.string().nullable().openapi({
      format: 'date-time',
      description:
        'When the person signed in. API keys, members and payments need a sign-in within the last hour. Null if the request used an API key directly.',
    }),
    expiresAt: z.string().nullable().openapi({
      format: 'date-time',
      description: 'When the session expires. Null if the request used an API key directly.',
    }),
    features: z
      .object({
        calendarVendors: z
          .array(z.enum(['google', 'outlook']))
          .describe('The vendors whose calendars can be connected on this server.'),
        paymentVendors: z
          .array(z.enum(PAYMENT_VENDORS))
          .describe('The payment vendors that can be connected on this server.'),
        mailbox: z
          .boolean()
          .describe('Whether the server stores emails at `/mailbox` instead of sending them.'),
        keySignIn: z
          .boolean()
          .describe('Whether an API key can open a session (`HOLDFAST_KEY_SIGN_IN`).'),
      })
      .openapi('SessionFeatures', { description: 'What the operator of the server has set up.' }),
  })
  .openapi('Session', { description: 'The signed-in account and its session.' })

export type Session = z.infer<typeof Session>
